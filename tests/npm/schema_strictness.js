// schema_strictness NODE_MODULES SCHEMA FILE...: the documents fit the schema, and no longer do after any of these
// changes, each tried at every place: null for a value, another type for a value, an unknown key in an object. Exit
// status 77 where ajv is not installed.
'use strict';
const fs = require('fs');
const path = require('path');

const [modules, schema, ...files] = process.argv.slice(2);
if (!fs.existsSync(path.join(modules, 'ajv'))) {
  console.log('skipped: ajv is not installed; scripts/setup does it');
  process.exit(77);
}
const Ajv = require(path.resolve(modules, 'ajv/dist/2020'));
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const validate = new Ajv({strict: true, strictRequired: false, strictTypes: false}).compile(read(schema));

let tried = 0;
let wrong = 0;
function expect(fits, document, what) {
  ++tried;
  if (validate(document) === fits) return;
  ++wrong;
  console.log(`${what}: ${fits ? 'refused' : 'accepted'} ${JSON.stringify(validate.errors)}`);
}

const otherType = (value) => (typeof value === 'string' ? 7 : 'text');

function changeAll(root, node, place) {
  if (node === null || typeof node !== 'object') return;
  // slots of textures are named by the source, so any name fits
  if (!Array.isArray(node) && !place.endsWith('/textures')) {
    node['Unknown key'] = 1;
    expect(false, root, `${place}: an unknown key`);
    delete node['Unknown key'];
  }
  for (const key of Object.keys(node)) {
    const kept = node[key];
    node[key] = null;
    expect(false, root, `${place}/${key}: null`);
    node[key] = otherType(kept);
    expect(false, root, `${place}/${key}: ${JSON.stringify(node[key])}`);
    node[key] = kept;
    changeAll(root, kept, `${place}/${key}`);
  }
}

for (const file of files) {
  const document = read(file);
  expect(true, document, file);
  changeAll(document, document, file);
}
console.log(`${tried} documents tried, ${wrong} not as expected`);
process.exit(wrong > 0 || files.length === 0 ? 1 : 0);
