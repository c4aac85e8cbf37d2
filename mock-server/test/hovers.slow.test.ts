import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'

/** The longest type that an editor shows for a call, in characters. */
const LONGEST_HOVER = 450

/**
 * Functions with longer types. They are not among the ten that pages and examples call most often. The type of `defineWorkflow`
 * has each schema twice. The type of `runMany` has the inputs four times, because options and results have their type, too.
 */
const LONGER_HOVERS: ReadonlyMap<string, number> = new Map([
  ['defineWorkflow', 500],
  ['runMany', 620],
])

const FILE = fileURLToPath(new URL('hovers-of-users.ts', import.meta.url))

/** Calls of the most used functions, and of some others. `/*name*\/` marks the name over which a reader hovers. */
const CALLS = `import { createRegistryClient, createWorkflowClient, defineWorkflow, runMany, unwrap, waitForRun } from '@wfhost/sdk'
import { createMockService, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import * as z from 'zod'

const triage = /*defineWorkflow*/defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string(), priority: z.number().optional() }),
  result: z.object({ team: z.string() }),
})
const client = /*createWorkflowClient*/createWorkflowClient()
const registry = /*createRegistryClient*/createRegistryClient()
const service = /*createMockService*/createMockService(/*createSampleWorld*/createSampleWorld())
const server = await /*listen*/listen(service)
await /*withTestWorld*/withTestWorld({}, async (world) => console.log(world.url))
service./*publish*/publish(triage, ({ subject }) => ({ team: subject }))
service./*setRateLimit*/setRateLimit({ requests: 1, windowMs: 1000 })
service./*addFault*/addFault({ kind: 'status', status: 503 })
service./*journal*/journal()
service.registries./*list*/list('hosting-key')
await service./*fetch*/fetch(new Request('http://localhost/'))

const run = await client./*run*/run(triage, { subject: 'a' })
const { team } = /*unwrap*/unwrap(run)
const started = await client./*start*/start(triage, { subject: 'a' })
await /*waitForRun*/waitForRun(started, { poll: async () => ({ status: 'success' }) })
for await (const item of /*runMany*/runMany(client, triage, [{ subject: 'a' }])) console.log(item, team)
await registry./*manifest*/manifest()
await registry./*execute*/execute({ toolset: 'mail', tool: 'send' })
await server./*close*/close()
`

/** Returns the type that an editor shows for each marked name. */
function readHovers(): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const readFile = (path: string) => (path === FILE ? CALLS : ts.sys.readFile(path))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === FILE || ts.sys.fileExists(path),
    readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  expect(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText)).toEqual([])

  const hovers = new Map<string, string>()
  for (const { 0: mark, 1: name = '', index } of CALLS.matchAll(/\/\*(\w+)\*\//g)) {
    const info = service.getQuickInfoAtPosition(FILE, index + mark.length)
    hovers.set(name, ts.displayPartsToString(info?.displayParts))
  }
  return hovers
}

const hovers = [...readHovers()].map(([name, text]) => ({ name, text, limit: LONGER_HOVERS.get(name) ?? LONGEST_HOVER }))

test.each(hovers)('an editor shows the type of $name in at most $limit characters', ({ text, limit, name }) => {
  expect(text).not.toBe('')
  expect(text.length).toBeLessThanOrEqual(limit)
  count({ 'characters of hovers': { [name]: text.length } })
})

/** Counts the calls of our functions and methods in pages and examples, and returns the most called ones. */
function listMostCalled(limit: number): readonly string[] {
  const reports = globSync('*/*.api.md').map((file) => readFileSync(file, 'utf8'))
  const ours = reports.flatMap((report) =>
    Array.from(report.matchAll(/^(?:function | {2})(\w+): (?:<.*?>)?\(/gm), ([, name = '']) => name),
  )

  // The excluded folders are written from the sources, or are copies.
  const exclude = ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md']
  const pages = globSync(['*.md', '*/README.md', 'docs/pages/**/*.md'], { exclude })
  const blocks = pages.flatMap((file) => readFileSync(file, 'utf8').match(/^ *```tsx?\b[^\n]*\n[\s\S]*?^ *```/gm) ?? [])
  const examples = globSync('examples/**/*.{ts,tsx}', { exclude }).map((file) => readFileSync(file, 'utf8'))
  const code = [...blocks, ...examples].join('\n')

  const counts = [...new Set(ours)].map((name) => ({ name, calls: code.match(new RegExp(`\\b${name}\\(`, 'g'))?.length ?? 0 }))
  return counts
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, limit)
    .map(({ name }) => name)
}

test('the ten functions that pages and examples call most often have the usual limit', () => {
  const measured = hovers.filter(({ limit }) => limit === LONGEST_HOVER).map(({ name }) => name)
  expect(measured).toEqual(expect.arrayContaining([...listMostCalled(10)]))
})
