import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { checkServer } from '@wfhost/contract-tests'
import { contractFixtures, createLocalHooks } from '../../contract-tests/proof/contract-world.ts'

import type { MockService } from '../../mock-server/src/index.ts'
import { prepareDocument } from './prepare-document.ts'

/** What a tool says of a server. */
export interface Judgement {
  readonly requests: number
  /** The tests that failed, by their names. */
  readonly failed: readonly string[]
}

/** A tool that tests a server against the document. */
export interface Judge {
  readonly name: string
  readonly judge: (server: { readonly url: string; readonly service: MockService }) => Promise<Judgement>
}

/** Ours first, then those from the registry that take the document. */
export function createJudges(): readonly Judge[] {
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
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit'],
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
