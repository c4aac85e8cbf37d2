import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inPackage, type Part, runCommand } from './tool.ts'
import { documentsOf, exampleNamed, examplesOf, type World } from './world-examples.ts'

/** A tool that prepares the document of a world once, and then judges servers of that world. */
export interface ExampleTester {
  readonly name: string
  readonly prepare: (documents: readonly string[], folder: string) => Promise<unknown>
  readonly judge: (prepared: Part, world: World) => Promise<Verdict>
}

export interface Verdict {
  readonly passed: number
  readonly failed: number
}

const load = createRequire(import.meta.url)

/** Reading a document takes most of its time, so it reads each only once. */
export const dredd: ExampleTester = {
  name: 'Dredd',
  prepare: async (documents) => {
    const instance = createDredd('http://127.0.0.1', documents)
    const prepared = await promisify<Part[]>(instance['prepareAPIdescriptions'].bind(instance))()
    return prepared.map(({ location, mediaType, transactions }) => ({ location, mediaType, transactions, annotations: [] }))
  },
  judge: async (prepared, world) => {
    const instance = createDredd(new URL(world.baseUrl).origin, [])
    const examples = examplesOf(world)
    const descriptions = Object.values<Part>(structuredClone(prepared))
    for (const { name, request } of descriptions.flatMap(({ transactions }) => transactions)) {
      const { body, key } = exampleNamed(name, examples)
      request.headers.push({ name: 'Authorization', value: `Bearer ${key}` })
      if (body !== undefined) request.body = JSON.stringify(body)
    }
    instance['prepareAPIdescriptions'] = (done: (error: null, found: unknown) => void) => done(null, descriptions)
    const { errors, failures, passes } = await promisify<Part>(instance['run'].bind(instance))()
    return { passed: passes, failed: failures + errors }
  },
}

function createDredd(endpoint: string, path: readonly string[]): Part {
  const Dredd = load(inPackage('dredd'))
  return new Dredd({ endpoint, path, loglevel: 'error', reporter: ['dot'] })
}

const tests = ['statusCode', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent']

export const portman: ExampleTester = {
  name: 'Portman with Newman',
  prepare: async (documents, folder) => {
    const items: Part[] = []
    for (const [index, document] of documents.entries()) {
      const paths: Part = JSON.parse(await readFile(document, 'utf8')).paths
      const contractTests = Object.entries<Part>(paths).map(([path, item]) => {
        const [[method, operation] = ['', {}]] = Object.entries<Part>(item)
        const enabled = Object.fromEntries(tests.map((test) => [test, { enabled: true }]))
        return {
          openApiOperation: `${method.toUpperCase()}::${path}`,
          openApiResponse: Object.keys(operation['responses'])[0],
          ...enabled,
        }
      })
      const [config, output] = ['config', 'collection'].map((name) => join(folder, `${name}-${index}.json`)) as [string, string]
      await writeFile(config, JSON.stringify({ version: 1, tests: { contractTests }, globals: {} }))
      const args = ['-l', document, '-b', 'http://world.test', '-o', output, '-c', config, '--includeTests', 'true']
      const printed = await runCommand('@apideck/portman/bin/portman', args, folder)
      const text = await readFile(output, 'utf8').catch(() => {
        throw new Error(printed)
      })
      items.push(...JSON.parse(text).item)
    }
    return { info: { name: 'A world' }, item: items }
  },
  judge: async (prepared, world) => {
    const examples = examplesOf(world)
    const collection: Part = structuredClone(prepared)
    for (const { name, request } of collection['item']) {
      const { body, key } = exampleNamed(name, examples)
      request.header.push({ key: 'Authorization', value: `Bearer ${key}` })
      if (body !== undefined) request.body.raw = JSON.stringify(body)
    }
    const envVar = [{ key: 'baseUrl', value: new URL(world.baseUrl).origin }]
    const { run } = load(inPackage('newman'))
    const { failures, stats } = (await promisify<Part, Part>(run)({ collection, envVar, timeoutRequest: 10_000 }))['run']
    return { passed: stats.assertions.total - stats.assertions.failed, failed: failures.length }
  },
}

/** The input of a tool for the servers of a world, made from a server without a defect. */
export async function prepareTester({ prepare }: ExampleTester, world: World): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-'))
  const files = (await documentsOf(world)).map((document, index) => ({ document, file: join(folder, `document-${index}.json`) }))
  for (const { document, file } of files) await writeFile(file, JSON.stringify(document))
  try {
    return await prepare(
      files.map(({ file }) => file),
      folder,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
