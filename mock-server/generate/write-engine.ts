import { gzipSync } from 'node:zlib'
import { addTimeChecks } from '../src/expressions/add-time-checks.ts'

// Ten thousand rounds take about a sixth of a millisecond, and the free checks together about 17 ms.
export const engineOptions = { rounds: 10_000, freeChecks: 100, clock: 'p' } as const

/** Writes the module that holds the engine of expressions: compressed, in base64. */
export function writeEngine(wasm: Uint8Array): string {
  const compressed = gzipSync(addTimeChecks(wasm, engineOptions), { level: 9 }).toString('base64')
  return [
    '/*! QuickJS, compiled to WebAssembly by quickjs-emscripten, with time checks. MIT: Copyright (c) 2017-2021 Fabrice Bellard and',
    ' * Charlie Gordon; Copyright (c) 2019-2024 Jake Teton-Landis. */',
    '// Written by `npm run generate` from @jitl/quickjs-wasmfile-release-sync.',
    `export const engine =\n  '${compressed}'`,
    '',
  ].join('\n')
}
