// read_tileset NODE_MODULES TILESET_JSON [PIXELS]: what 3d-tiles-renderer (three.js) shows of a tileset from close above
// its middle with that many pixels of error allowed (default 0: every leaf), as one JSON document on stdout. Positions
// are those of the tileset's space, Z up. Ends with 1 if something does not load.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [modules, tileset, pixels = '0'] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.resolve(modules, file)));
const THREE = await load('three/build/three.module.js');
const {TilesRenderer} = await load('3d-tiles-renderer/build/index.three.js');
globalThis.requestAnimationFrame ??= (call) => setTimeout(call, 0);
globalThis.cancelAnimationFrame ??= clearTimeout;
globalThis.self ??= globalThis;
globalThis.window ??= {location: pathToFileURL(path.resolve(tileset))};

const failures = [];
const renderer = new TilesRenderer(pathToFileURL(path.resolve(tileset)).href);
renderer.registerPlugin({
  fetchData: async (url) => new Response(fs.readFileSync(new URL(url))),
});
renderer.addEventListener('load-error', ({error}) => failures.push(String(error)));
renderer.errorTarget = Number(pixels);
renderer.lruCache.minBytesSize = renderer.lruCache.maxBytesSize = Infinity;

const camera = new THREE.PerspectiveCamera(60, 1, 1e-3, 1e9);
const sphere = new THREE.Sphere();
const frame = () => new Promise((done) => setTimeout(done, 1));
renderer.setCamera(camera);
renderer.setResolution(camera, 1000, 1000);
let quiet = 0;
for (let i = 0; i < 100000 && quiet < 20 && failures.length === 0; ++i) {
  if (renderer.getBoundingSphere(sphere)) {
    camera.position.copy(sphere.center).add(new THREE.Vector3(0, 0, 2.2 * sphere.radius + 1e-3));
    camera.lookAt(sphere.center);
    camera.updateMatrixWorld();
    renderer.update();
    const {downloading, parsing, queued = 0} = renderer.stats;
    quiet = downloading + parsing + queued === 0 ? quiet + 1 : 0;
  } else {
    renderer.update();
  }
  await frame();
}

const tiles = [];
const all = new THREE.Box3();
renderer.group.updateMatrixWorld(true);
for (const tile of renderer.visibleTiles) {
  const {scene, boundingVolume} = tile.engineData;
  const shown = new THREE.Box3();
  let triangles = 0, outside = 0;
  scene.updateMatrixWorld(true);
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    triangles += (mesh.geometry.index ?? mesh.geometry.attributes.position).count / 3;
    const p = new THREE.Vector3();
    for (let v = 0; v < mesh.geometry.attributes.position.count; ++v) {
      p.fromBufferAttribute(mesh.geometry.attributes.position, v).applyMatrix4(mesh.matrixWorld);
      shown.expandByPoint(p);
      outside = Math.max(outside, boundingVolume.distanceToPoint(p));
    }
  });
  all.union(shown);
  tiles.push({uri: path.basename(tile.content.uri), error: tile.geometricError, triangles, outside});
}
tiles.sort((a, b) => parseInt(a.uri, 10) - parseInt(b.uri, 10));
const box = all.isEmpty() ? null : {min: all.min.toArray(), max: all.max.toArray()};
console.log(JSON.stringify({tiles, triangles: tiles.reduce((sum, t) => sum + t.triangles, 0), box, failures}));
process.exit(failures.length > 0 ? 1 : 0);
