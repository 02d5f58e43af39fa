// validate_json NODE_MODULES SCHEMA FILE...: checks documents against a JSON Schema (draft 2020-12) with ajv. Names
// every error of every file; exit status 1 where there is one, 77 where ajv is not installed.
'use strict';
const fs = require('fs');
const path = require('path');

const [modules, schema, ...files] = process.argv.slice(2);
if (!fs.existsSync(path.join(modules, 'ajv'))) {
  console.log('skipped: ajv is not installed; scripts/setup does it');
  process.exit(77);
}
const Ajv = require(path.resolve(modules, 'ajv/dist/2020'));
const validate = new Ajv({strict: true, strictRequired: false, strictTypes: false, allErrors: true}).compile(read(schema));

function read(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

let wrong = 0;
for (const file of files) {
  if (validate(read(file))) continue;
  ++wrong;
  for (const error of validate.errors) console.log(`${file}: ${error.instancePath} ${error.message}`);
}
console.log(`${files.length} documents, ${wrong} wrong`);
process.exit(wrong > 0 || files.length === 0 ? 1 : 0);
