// Compiles the Python files of archives by the Python that is to run them: `node compile.mjs FOLDER ARCHIVE...`.
// A browser that has to compile them itself takes twice as long to start.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILE = `
import io, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(given):
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(given.to_py())) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith(".py"):
                code = compile(content, "/" + name, "exec", dont_inherit=True)
                name, content = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), False))
            new.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()

compiled
`;

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, checkAPIVersion: false });
const compiled = python.runPython(COMPILE);
for (const name of archives) {
  const path = `${folder}/${name}`;
  writeFileSync(path, compiled(new Uint8Array(readFileSync(path))).toJs());
}
