// validate_glb NODE_MODULES FILE...: ends with 1 if gltf-validator finds an error in a file; prints errors and a count.
'use strict';
const fs = require('fs');
const path = require('path');

const [modules, ...files] = process.argv.slice(2);
const validator = require(path.resolve(modules, 'gltf-validator'));

async function main() {
  let failed = false;
  for (const file of files) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {maxIssues: 0, ignoredIssues: ['UNUSED_OBJECT']});
    const errors = report.issues.messages.filter((m) => m.severity === 0);
    const triangles = report.info ? report.info.totalTriangleCount : 0;
    console.log(`${path.basename(file)}: ${report.issues.numErrors} errors, ${report.issues.numWarnings} warnings, ` +
                `${triangles} triangles`);
    for (const e of errors.slice(0, 5)) console.log(`  ${e.code} ${e.message} ${e.pointer || ''}`);
    failed = failed || report.issues.numErrors > 0 || !(triangles > 0);
  }
  process.exitCode = failed ? 1 : 0;
}

main();
