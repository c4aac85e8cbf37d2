import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { checkServer } from '@wfhost/contract-tests'
import { contractFixtures, createContractWorld } from '../../contract-tests/proof/contract-world.ts'
import { createLocalHooks } from '../../contract-tests/proof/local-hooks.ts'
import type { Mutant } from '../../contract-tests/proof/mutants/mutant.ts'
import { mutants } from '../../contract-tests/proof/mutants/mutants.ts'
import { listen } from '../../mock-server/src/adapters/http.ts'
import { createMockService, type MockService } from '../../mock-server/src/index.ts'
import { document, type OperationId } from '../../openapi/src/index.ts'
import { succeededRun } from '../../scripts/run-bodies.ts'

/** What a tool says of a server. */
export interface Judgement {
  readonly requests: number
  /** The tests that failed, by their names. */
  readonly failed: readonly string[]
}

/** A tool that tests a server against the document. */
interface Judge {
  readonly name: string
  readonly judge: (server: { readonly url: string; readonly service: MockService }) => Promise<Judgement>
}

/** Ours first, then those from the registry that take the document. */
function createJudges(): readonly Judge[] {
  const folder = mkdtempSync(join(tmpdir(), 'wfhost-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const document = prepareDocument(folder)
  return [
    { name: 'conformance suite', judge: judgeByOurs },
    { name: 'Dredd', judge: async ({ url }) => readDredd(await runTool('dredd/bin/dredd', dreddArgs(document, url))) },
    {
      name: 'Portman with Newman',
      judge: async ({ url }) =>
        readPortman(await runTool('@apideck/portman/bin/portman', portmanArgs(document, { url, folder }))),
    },
  ]
}

async function judgeByOurs({ service, url }: { readonly url: string; readonly service: MockService }): Promise<Judgement> {
  const { report } = await checkServer({
    name: 'server to judge',
    baseUrl: url,
    fixtures: contractFixtures,
    hooks: createLocalHooks(service),
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],
  })
  const failed = report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { requests: report.spent.requests, failed }
}

function dreddArgs(document: string, url: string): string[] {
  return [document, url, '--hookfiles', beside('dredd-hooks.cjs'), '--loglevel', 'error']
}

function readDredd(output: string): Judgement {
  const lines = output.split('\n')
  // It tells each failure again at its end, without the method.
  const failed = lines.flatMap((line) => /^fail: (\w+ \(\d+\) \S+)/.exec(line)?.[1] ?? [])
  const [, passing, failing] = /complete: (\d+) passing, (\d+) failing/.exec(output) ?? []
  return { requests: Number(passing) + Number(failing), failed: [...new Set(failed)] }
}

function portmanArgs(document: string, { folder, url }: { readonly url: string; readonly folder: string }): string[] {
  return [
    '-l',
    document,
    '-b',
    url,
    '-o',
    join(folder, 'collection.json'),
    '-c',
    beside('portman.json'),
    '--includeTests',
    'true',
    '--runNewman',
    'true',
  ]
}

function readPortman(output: string): Judgement {
  const failed = output.split('\n').flatMap((line) => /^\s+\d+\. (\[\w+\]::.+)$/.exec(line)?.[1]?.trim() ?? [])
  return { requests: Number(/requests │\s+(\d+)/.exec(output)?.[1]), failed: [...new Set(failed)] }
}

const timeoutMs = 60_000

/** What a tool prints, whatever its exit code, without colours. */
async function runTool(file: string, args: readonly string[]): Promise<string> {
  const command = [beside(`../node_modules/${file}`), ...args]
  const options = { cwd: tmpdir(), timeout: timeoutMs, maxBuffer: 2 ** 26 }
  const { stderr, stdout } = await promisify(execFile)(process.execPath, command, options).catch(Object)
  return stripVTControlCharacters(`${stdout}\n${stderr}`)
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** A judge, its times on a server without a defect, and which defects it found. */
export interface Compared {
  readonly name: string
  readonly requests: number
  readonly ms: readonly number[]
  /** Tests that failed on the server without a defect: false alarms. */
  readonly alarms: readonly string[]
  readonly found: readonly string[]
}

/** Lets each tool judge a server without a defect, and ten with one. */
export async function compareJudges(
  rounds: number,
): Promise<{ readonly defects: readonly string[]; readonly judges: readonly Compared[] }> {
  const chosen = chooseTen(mutants)
  const judges: Compared[] = []
  for (const judge of createJudges()) {
    const ms: number[] = []
    let good: Judgement = { requests: Number.NaN, failed: [] }
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      good = await judgeServer(judge, (service) => service)
      ms.push(performance.now() - began)
    }
    if (!(good.requests > 0)) throw new Error(`Cannot compare ${judge.name}: it did not say how many requests it sent`)
    const found: string[] = []
    for (const { mutate, defect } of chosen) {
      const { failed } = await judgeServer(judge, mutate)
      if (failed.some((name) => !good.failed.includes(name))) found.push(defect)
    }
    judges.push({ name: judge.name, requests: good.requests, ms, alarms: good.failed, found })
  }
  return { defects: chosen.map(({ defect }) => defect), judges }
}

/** At equal distances over the whole list, which goes by what is broken, so that nobody picks what suits a tool. */
function chooseTen(servers: readonly Mutant[]): readonly Mutant[] {
  return Array.from({ length: 10 }, (_, index) => servers[Math.floor((index * servers.length) / 10)]).filter(
    (server) => server !== undefined,
  )
}

async function judgeServer({ judge }: Judge, mutate: (service: MockService) => MockService): Promise<Judgement> {
  const service = mutate(createMockService(createContractWorld()))
  const server = await listen(service)
  try {
    return await judge({ url: server.url, service })
  } finally {
    service.stop()
    await server.close()
  }
}

const values: Readonly<Record<string, string>> = { flowId: 'echo', product: 'wfhost', orgId: 'acme' }
const bodies: Readonly<Record<string, unknown>> = {
  runPublishedWorkflow: { args: [{ name: 'text', value: 'Hello' }], mode: 'sync' },
  executeTool: { toolset: 'mail', tool: 'send', arguments: { text: 'Hello' } },
}

const toolSet = { id: 'mail', name: 'Mail', version: '1.2.0', visibility: 'private', tools: [{ name: 'send', parameters: [] }] }
const manifest = { executeUrl: 'http://127.0.0.1/v1/public/wfhost/execute', toolsets: [toolSet] }
const answers: Readonly<Partial<Record<OperationId, unknown>>> = {
  getPublicManifest: manifest,
  getOrganizationManifest: manifest,
  runPublishedWorkflow: succeededRun({ text: 'Hello' }),
  executeTool: { status: 'success', result: { sent: 'Hello' } },
}

/**
 * Writes our document with the examples that belong to the world of the contract tests: tools that are driven by a
 * document send what it has as examples, and nothing else.
 */
function prepareDocument(folder: string): string {
  const prepared: unknown = structuredClone(document)
  fill(prepared)
  const file = join(folder, 'document.json')
  writeFileSync(file, JSON.stringify(prepared))
  return file
}

function fill(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('in' in part && 'name' in part && part.in === 'path') {
    Reflect.deleteProperty(part, 'examples')
    Object.assign(part, { example: values[String(part.name)] })
  }
  if ('operationId' in part && 'responses' in part) {
    const id = String(part.operationId)
    if ('requestBody' in part) setExample(part.requestBody, bodies[id])
    const answer = answers[id as OperationId]
    // Of an operation without an answer here, the document's own examples stay.
    if (answer !== undefined) setExample(Object(part.responses)['200'], answer)
  }
  for (const inner of Object.values(part)) fill(inner)
}

function setExample(content: unknown, example: unknown): void {
  const media = Object(content).content['application/json']
  Reflect.deleteProperty(media, 'examples')
  media.example = example
}
