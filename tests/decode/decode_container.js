// decode_container FILE.lodc NODE_MODULES: reads a container by formats/FORMAT.md alone, with zstd and meshoptimizer
// decoders of other makers, checks the index's and the content's hash and compares what the streams decode to with
// dump_streams' output on stdin, byte for byte.
'use strict';
const fs = require('fs');
const path = require('path');

const MASK = (1n << 64n) - 1n;
const P = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n];
const rotate = (x, r) => ((x << r) | (x >> (64n - r))) & MASK;
const mix = (lane, input) => (rotate((lane + input * P[1]) & MASK, 31n) * P[0]) & MASK;

// XXH64 with seed 0 (the xxHash specification).
function xxh64(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = (at) => view.getBigUint64(at, true);
  let at = 0;
  let hash = P[4];
  if (bytes.length >= 32) {
    const lanes = [(P[0] + P[1]) & MASK, P[1], 0n, (MASK + 1n - P[0]) & MASK];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], word(at + 8 * i));
    }
    hash = (rotate(lanes[0], 1n) + rotate(lanes[1], 7n) + rotate(lanes[2], 12n) + rotate(lanes[3], 18n)) & MASK;
    for (const lane of lanes) hash = ((hash ^ mix(0n, lane)) * P[0] + P[3]) & MASK;
  }
  hash = (hash + BigInt(bytes.length)) & MASK;
  for (; at + 8 <= bytes.length; at += 8) hash = (rotate(hash ^ mix(0n, word(at)), 27n) * P[0] + P[3]) & MASK;
  if (at + 4 <= bytes.length) {
    hash = (rotate(hash ^ ((BigInt(view.getUint32(at, true)) * P[0]) & MASK), 23n) * P[1] + P[2]) & MASK;
    at += 4;
  }
  for (; at < bytes.length; ++at) hash = (rotate(hash ^ ((BigInt(bytes[at]) * P[4]) & MASK), 11n) * P[0]) & MASK;
  hash = ((hash ^ (hash >> 33n)) * P[1]) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P[2]) & MASK;
  return hash ^ (hash >> 32n);
}

function require_that(holds, what) {
  if (holds) return;
  console.error(what);
  process.exit(1);
}

// Offsets and sizes as the tables of FORMAT.md give them.
const HEADER_BYTES = 128;
const CHUNK_BYTES = 48;
const OBJECT_BYTES = 104;
const LEVEL_BYTES = 96;
const TILE_BYTES = 104;

function read_index(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  require_that(file.subarray(0, 8).toString('latin1') === '\x89LOD\r\n\x1a\n', 'magic');
  require_that(view.getUint16(8, true) === 1, 'major version');
  require_that(view.getBigUint64(32, true) === BigInt(file.length), 'file_size');
  require_that(view.getBigUint64(120, true) === xxh64(file.subarray(0, 120)), 'header_hash');
  const index_size = Number(view.getBigUint64(40, true));
  require_that(view.getBigUint64(48, true) === xxh64(file.subarray(HEADER_BYTES, HEADER_BYTES + index_size)), 'index_hash');
  const counts = {chunks: view.getUint32(64, true), objects: view.getUint32(68, true), levels: view.getUint32(72, true),
                  tiles: view.getUint32(76, true)};
  const chunks = [];
  const hashes = Buffer.alloc(counts.chunks * 8);
  for (let c = 0; c < counts.chunks; ++c) {
    const at = HEADER_BYTES + c * CHUNK_BYTES;
    const offset = Number(view.getBigUint64(at, true));
    chunks.push({stored: file.subarray(offset, offset + view.getUint32(at + 8, true)),
                 decoded_size: view.getUint32(at + 12, true), kind: view.getUint16(at + 32, true),
                 codec: view.getUint16(at + 34, true), count: view.getUint32(at + 40, true),
                 stride: view.getUint32(at + 44, true)});
    hashes.writeBigUInt64LE(view.getBigUint64(at + 24, true), c * 8);
  }
  require_that(view.getBigUint64(56, true) === xxh64(hashes), 'content_hash');
  const first_tile = HEADER_BYTES + counts.chunks * CHUNK_BYTES + counts.objects * OBJECT_BYTES +
                     counts.levels * LEVEL_BYTES;
  const tiles = [];
  for (let t = 0; t < counts.tiles; ++t) {
    const at = first_tile + t * TILE_BYTES;
    const first = view.getUint32(at + 16, true);
    tiles.push(chunks.slice(first, first + 1 + view.getUint32(at + 44, true)));
  }
  return tiles;
}

function decode_chunk(chunk, zstd, meshopt) {
  const coded = chunk.codec & 1 ? zstd.decompress(chunk.stored) : chunk.stored;
  const out = new Uint8Array(chunk.decoded_size);
  if (chunk.codec < 2) out.set(coded);
  else if (chunk.codec < 4) meshopt.decodeVertexBuffer(out, chunk.count, chunk.stride, coded);
  else meshopt.decodeIndexBuffer(out, chunk.count, chunk.stride, coded);
  return out;
}

async function main() {
  const [container, modules] = process.argv.slice(2);
  const zstd = require(path.join(path.resolve(modules), 'fzstd'));
  const {MeshoptDecoder} = await import(path.join(path.resolve(modules), 'meshoptimizer', 'meshopt_decoder.mjs'));
  await MeshoptDecoder.ready;
  const expected = fs.readFileSync(0);
  let at = 0;
  let streams = 0;
  for (const [t, chunks] of read_index(fs.readFileSync(container)).entries()) {
    for (const [c, chunk] of chunks.entries()) {
      const decoded = decode_chunk(chunk, zstd, MeshoptDecoder);
      const same = expected.subarray(at, at + decoded.length).equals(decoded);
      require_that(same, `tile ${t}, stream ${c} (codec ${chunk.codec}): other bytes`);
      at += decoded.length;
      ++streams;
    }
  }
  require_that(at === expected.length && streams > 0, 'more or fewer bytes than the streams hold');
  console.log(`${streams} streams, ${at} bytes: the same`);
}

main().catch((error) => { console.error(error); process.exit(1); });
