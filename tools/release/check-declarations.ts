import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Values and inferred types of the client that a project can export again. */
const exported = `
import { createWorkflowClient, createRegistryClient, runMany, waitForRun, defineWorkflow } from '@wfhost/sdk'
import { forwardWebhook, isAPIError, responseOf, unwrap } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { readResponse, responseSchemas } from '@wfhost/sdk/schemas'

export const client = createWorkflowClient({})
export const { api, run, start, withOptions } = client
export const ended = await client.run('flow', {})
export const failure = ended.status === 'failed' ? ended.error : undefined
export const step = ended.stepOutputs['step']
export const started = await client.start('flow', {})
export const batch = runMany(client, 'flow', [{ a: 1 }])
export const waiting = waitForRun(started, { poll: async () => 5 })
export const workflow = defineWorkflow({ flowId: 'flow' })
export const registry = createRegistryClient({})
export const manifest = await registry.manifest()
export const parameter = manifest.toolsets?.[0]?.tools?.[0]?.parameters?.[0]
export const execution = await registry.execute({})
export const details = responseOf(ended)
export const value = unwrap(ended)
export const store = await openBatchFile('done.jsonl')
export const others = [forwardWebhook, isAPIError, readResponse, responseSchemas]

export function wrap(options: Parameters<typeof createWorkflowClient>[0]) {
  return createWorkflowClient(options)
}

export async function failing() {
  const thrown: unknown = await client.run('flow').catch((error: unknown) => error)
  return isAPIError(thrown) ? thrown : undefined
}
`

const compilers = ['node_modules/typescript/bin/tsc', 'node_modules/@typescript/native/bin/tsc']

/**
 * Checks that a project can emit declarations for its exports of the client. A type without an importable name is an error
 * there (TS4023, TS2883).
 */
export function checkDeclarations(project: string): void {
  writeFileSync(join(project, 'exported.mts'), exported)
  for (const compiler of compilers) {
    for (const exact of ['true', 'false']) {
      const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,esnext.disposable', '--skipLibCheck']
      const emit = ['--declaration', '--emitDeclarationOnly', '--outDir', 'declarations']
      const strict = ['--strict', '--exactOptionalPropertyTypes', exact]
      const line = [resolve(compiler), ...target, ...emit, ...strict, 'exported.mts']
      execFileSync(process.execPath, line, { cwd: project, stdio: 'inherit' })
    }
  }
  console.log(`declarations: ${2 * compilers.length} compilations`)
}
