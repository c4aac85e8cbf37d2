import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeEngine } from './write-engine.ts'

// `npm run generate` writes the engine of expressions, with time checks, to a module that needs no file beside it.
const folder = new URL('../generated/', import.meta.url)
mkdirSync(folder, { recursive: true })
const wasm = readFileSync(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
writeFileSync(new URL('engine.ts', folder), writeEngine(wasm))
