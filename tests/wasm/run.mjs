// run PROGRAM.wasm FILE: runs a WASI program with the file's folder to be read; its stdout is ours.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {WASI} from 'node:wasi';

const [program, file] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: [program, '/models/' + path.basename(file)],
  preopens: {'/models': path.dirname(path.resolve(file))},
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
