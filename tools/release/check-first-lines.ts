import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilations } from './compilations.ts'

/** The first lines that a user of each kind writes, with the set-up that they assume and the result that they expect. */
const programs: Readonly<Record<'integrator' | 'frontend' | 'backend', string>> = {
  integrator: `import assert from 'node:assert/strict'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createWorkflowClient, defineWorkflow, runMany } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import * as z from 'zod'

const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string() }),
  result: z.object({ team: z.string() }),
})
const rows = [{ subject: 'My invoice is wrong' }, { subject: 'I forgot my password' }]
const { fetch } = createMockService(createSampleWorld())
const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
const outcomes: string[] = []
function log(item: { readonly outcome: string }) {
  outcomes.push(item.outcome)
}

await using store = await openBatchFile('triage.jsonl')
for await (const item of runMany(client, triage, rows, { store })) log(item)

assert.deepEqual(outcomes, ['succeeded', 'succeeded'])
`,
  frontend: `import assert from 'node:assert/strict'
import { createMockService } from '@wfhost/mock-server'
import { createWorkflowClient, unwrap } from '@wfhost/sdk'

const mock = createMockService()
const apiKey = mock.publish('greet', ({ name }) => \`Hello, \${name}\`)

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch: mock.fetch })
assert.equal(unwrap(await client.run('greet', { name: 'Ada' })), 'Hello, Ada')
`,
  backend: `import assert from 'node:assert/strict'
import { checkServer } from '@wfhost/contract-tests'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'

await using server = await listen(createMockService(createSampleWorld()))
const baseUrl = server.url
const fixtures = { echo: { flowId: 'echo', key: sampleKeys.workflows.echo, parameters: { string: 'text' } } }

const { exitCode } = await checkServer({ baseUrl, fixtures, allow: ['runs'], maxRuns: 50 })

// Most fixtures are not declared, so the run is incomplete, and no check has failed.
assert.equal(exitCode, 3)
`,
}

const compilerOptions = [
  ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,esnext.disposable', '--types', 'node'],
  ...['--strict', '--skipLibCheck', '--noEmit'],
]

/** Compiles the first lines of each user with each compiler, and runs them, in a project with the packed packages. */
export function checkFirstLines(project: string): void {
  for (const [user, program] of Object.entries(programs)) {
    const file = `${user}.mts`
    writeFileSync(join(project, file), program)

    const typeRoots = ['--typeRoots', resolve('node_modules/@types')]
    for (const { compiler, exactOptionalPropertyTypes } of compilations) {
      const exact = ['--exactOptionalPropertyTypes', String(exactOptionalPropertyTypes)]
      const line = [compiler, ...compilerOptions, ...exact, ...typeRoots, file]
      execFileSync(process.execPath, line, { cwd: project, stdio: 'inherit' })
    }
    execFileSync(process.execPath, [file], { cwd: project, stdio: 'inherit' })
  }
  console.log(`first lines: ${Object.keys(programs).join(', ')}`)
}
