import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import type { ZodType } from 'zod'
import { serveSample } from './serve-sample.ts'
import { documentFile, runCommand, type Tool } from './tool.ts'

/** A generator writes files into a folder. A module beside it uses them. */
interface Generator {
  readonly generate: (folder: string, url: string) => Promise<unknown>
  /** Exports `calls`, one for each operation and an asynchronous start, and `schemas` if some are generated. */
  readonly use: (url: string) => string
}

/** The exports of such a module. */
interface Used {
  readonly calls: readonly [run: unknown, started: unknown, manifest: unknown, organization: unknown, execution: unknown]
  readonly schemas?: { readonly run: ZodType; readonly manifest: ZodType }
}

const body = "{ args: [{ name: 'subject', value: 'My invoice is wrong' }, { name: 'priority', value: 2 }] }"
const started = "{ args: [{ name: 'subject', value: 'Later' }], mode: 'async' as const }"
const tool = "{ toolset: 'mail', tool: 'count' }"

const openapiFetch: Generator = {
  generate: async (folder) =>
    writeFile(join(folder, 'types.ts'), astToString(await openapiTypescript(new URL(`file://${documentFile}`)))),
  use: (url) => `
    import createClient from 'openapi-fetch'
    import type { paths } from './types.ts'
    const client = createClient<paths>({ baseUrl: '${url}' })
    const path = { flowId: 'support-triage' }
    const product = 'wfhost'
    const run = '/api/v2/external/flows/{flowId}/published-run'
    export const calls = [
      (await client.POST(run, { params: { path }, body: ${body} })).data,
      (await client.POST(run, { params: { path }, body: ${started} })).data,
      (await client.GET('/v1/public/{product}/manifest', { params: { path: { product } } })).data,
      (await client.GET('/v1/orgs/{orgId}/{product}/manifest', { params: { path: { product, orgId: 'acme' } } })).data,
      (await client.POST('/v1/public/{product}/execute', { params: { path: { product } }, body: ${tool} })).data,
    ]`,
}

const heyApi: Generator = {
  generate: (path) =>
    createClient({
      input: documentFile,
      output: { path, postProcess: [] },
      plugins: ['@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }, '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    }),
  use: (baseUrl) => `
    import { executeTool, getOrganizationManifest, getPublicManifest, runPublishedWorkflow } from './sdk.gen'
    import { zGetPublicManifestResponse, zRunPublishedWorkflowResponse } from './zod.gen'
    const path = { flowId: 'support-triage', orgId: 'acme', product: 'wfhost' }
    const options = { baseUrl: '${baseUrl}', throwOnError: true, path } as const
    export const calls = [
      (await runPublishedWorkflow({ ...options, body: ${body} })).data,
      (await runPublishedWorkflow({ ...options, body: ${started} })).data,
      (await getPublicManifest(options)).data,
      (await getOrganizationManifest(options)).data,
      (await executeTool({ ...options, body: ${tool} })).data,
    ]
    export const schemas = { run: zRunPublishedWorkflowResponse, manifest: zGetPublicManifestResponse }`,
}

const orval: Generator = {
  generate: async (folder, baseUrl) => {
    const input = { target: documentFile }
    await generate({ input, output: { target: join(folder, 'client.ts'), client: 'fetch', mode: 'single', baseUrl } })
    await generate({ input, output: { target: join(folder, 'schemas.ts'), client: 'zod', mode: 'single' } })
  },
  use: () => `
    import { executeTool, getOrganizationManifest, getPublicManifest, runPublishedWorkflow } from './client.ts'
    import { GetPublicManifestResponse, RunPublishedWorkflowResponse } from './schemas.ts'
    const run = async (request: Parameters<typeof runPublishedWorkflow>[1]) =>
      RunPublishedWorkflowResponse.parse((await runPublishedWorkflow('support-triage', request)).data)
    export const calls = [
      await run(${body}),
      await run(${started}),
      GetPublicManifestResponse.parse((await getPublicManifest()).data),
      (await getOrganizationManifest('acme')).data,
      (await executeTool(${tool})).data,
    ]
    export const schemas = { run: RunPublishedWorkflowResponse, manifest: GetPublicManifestResponse }`,
}

const kubb: Generator = {
  // Kubb ignores its root for some files and writes them below the current folder, so it runs as a command there.
  generate: async (folder, baseURL) => {
    const plugins = ['pluginOas({ generators: [] })', 'pluginTs({})', 'pluginZod({})']
    const config = `
      import { pluginClient } from '@kubb/plugin-client'
      import { pluginOas } from '@kubb/plugin-oas'
      import { pluginTs } from '@kubb/plugin-ts'
      import { pluginZod } from '@kubb/plugin-zod'
      export default {
        input: { path: '${documentFile}' },
        output: { path: './generated' },
        plugins: [${plugins}, pluginClient({ client: 'fetch', parser: 'zod', baseURL: '${baseURL}' })],
      }`
    await writeFile(join(folder, 'kubb.config.ts'), config)
    await runCommand('@kubb/cli/bin/kubb.cjs', ['generate', '--logLevel', 'silent'], folder)
  },
  use: () => `
    import * as made from './generated/index.ts'
    const json = { headers: { 'content-type': 'application/json' } }
    export const calls = [
      await made.runPublishedWorkflow('support-triage', ${body}, json),
      await made.runPublishedWorkflow('support-triage', ${started}, json),
      await made.getPublicManifest('wfhost'),
      await made.getOrganizationManifest('acme', 'wfhost'),
      await made.executeTool('wfhost', ${tool}, json),
    ]
    export const schemas = { run: made.runPublishedWorkflow200Schema, manifest: made.getPublicManifest200Schema }`,
}

export const generators: readonly Tool[] = [
  { name: 'openapi-typescript with openapi-fetch', package: 'openapi-typescript', run: () => useGenerated(openapiFetch) },
  { name: 'hey-api, fetch and zod', package: '@hey-api/openapi-ts', run: () => useGenerated(heyApi) },
  { name: 'orval, fetch and zod', package: 'orval', run: () => useGenerated(orval) },
  {
    name: 'kubb, fetch and zod',
    package: '@kubb/core',
    run: () => useGenerated(kubb),
    cannot:
      'sends no Content-Type with fetch, and reads an error by the schema of 200: the caller adds the one, and looks at the other',
  },
]

const options = {
  ...{ module: 'ESNext', moduleResolution: 'bundler', target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
  ...{ strict: true, allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true },
}

/** Generates a client, compiles it strictly, calls every operation of the reference server, and compares the responses. */
async function useGenerated({ generate, use }: Generator): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-'))
  const server = await serveSample()
  try {
    const modules = [join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules')] as const
    await symlink(...modules)
    await generate(folder, server.url)
    // One generator empties the folder first.
    if (!existsSync(modules[1])) await symlink(...modules)
    await writeFile(join(folder, 'use.ts'), use(server.url))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }))
    assert.equal((await runCommand('@typescript/native/bin/tsc', ['-p', folder])).trim(), '')
    const { calls, schemas }: Used = await import(/* @vite-ignore */ join(folder, 'use.ts'))
    checkCalls(calls)
    if (schemas === undefined) return `compiles strictly, ${calls.length} calls`
    checkSchemas(schemas)
    return `compiles strictly, ${calls.length} calls; keeps undescribed members, and distinguishes a started run`
  } finally {
    await server.close()
  }
}

function checkCalls([run, started, manifest, organization, execution]: Used['calls']): void {
  assert.deepEqual(Object(run).result, { team: 'billing', reply: 'We look into it now.' })
  assert.match(Object(started).runId, /^run_\w{12}$/)
  for (const { toolsets } of [Object(manifest), Object(organization)]) assert.equal(toolsets[0].tools[0].name, 'send')
  assert.equal(Object(execution).result, 3)
}

function checkSchemas({ manifest, run }: NonNullable<Used['schemas']>): void {
  const kept = [{ execution_id: 'e-1' }, { runId: 'r-1', queue: { at: 4 } }, { id: 7, status: 'queued' }]
  for (const body of kept) assert.deepEqual(run.parse(body), body)
  const listed = { tool_sets: [{ id: 'mail' }], toolsets: [{ id: 'mail', owner: 'acme', tools: [{ name: 'send', cost: 1 }] }] }
  assert.deepEqual(manifest.parse(listed), listed)
  const ended = [
    { status: 'success', result: 1 },
    { status: 'failed' },
    { status: 'failed', error: { name: 'E' }, stepOutputs: {} },
  ]
  for (const body of ended) assert.equal(run.safeParse(body).success, false, JSON.stringify(body))
}
