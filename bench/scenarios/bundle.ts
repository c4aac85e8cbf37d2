import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { toSeries, toTable } from '../measure/series.ts'
import type { ScenarioResult } from '../scenario.ts'

const programs: readonly (readonly [side: string, code: string])[] = [
  ['@wfhost/sdk, workflow client', `import { createWorkflowClient } from '@wfhost/sdk'; globalThis.x = createWorkflowClient`],
  ['@wfhost/sdk, everything', `import * as all from '@wfhost/sdk'; globalThis.x = all`],
  ['openapi-fetch', `import createClient from 'openapi-fetch'; globalThis.x = createClient`],
  [
    'openapi-fetch with zod/mini',
    `import createClient from 'openapi-fetch'; import { literal, object, record, string, unknown } from 'zod/mini'
     globalThis.x = [createClient, object({ status: literal('success'), steps: record(string(), unknown()) })]`,
  ],
  ['ky', `import ky from 'ky'; globalThis.x = ky`],
  ['openai', `import OpenAI from 'openai'; globalThis.x = OpenAI`],
  ['p-retry', `import retry from 'p-retry'; globalThis.x = retry`],
]

/** What each client adds to a bundle for the browser: esbuild, minified, gzip. */
export async function run(): Promise<ScenarioResult> {
  const series = await Promise.all(
    programs.map(async ([side, code]) => {
      const values = [(await bundledBytes(code)) / 1000]
      return toSeries({ subject: 'min + gzip', side, unit: 'kB', values })
    }),
  )
  return { series, goals: [], tables: [toTable('Bundle for a browser', series)], notes: ['Sizes are exact: there is no spread.'] }
}

async function bundledBytes(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength
}
