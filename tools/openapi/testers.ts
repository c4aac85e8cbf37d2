import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyForTesters } from './copy-for-testers.ts'
import { serveSample } from './serve-sample.ts'
import { inPackage, runCommand, type Tool } from './tool.ts'

/** Takes a document and a server, and returns what passed and what failed. */
type Judge = (file: string, url: string) => Promise<{ readonly passed: number; readonly failed: number }>

// Each judges the reference server, and a server that leaves out required parts. A tester that does not find these did not
// look.
export const testers: readonly Tool[] = [
  {
    name: 'Specmatic',
    package: 'specmatic',
    run: () => judgeTwice(judgeWithSpecmatic, 'named'),
    cannot:
      'reads neither cookies as security nor `allOf` beside `required`, and tests only answers whose example has the name of a request: it gets a copy without these',
  },
  {
    name: 'Portman with Newman',
    package: '@apideck/portman',
    run: () => judgeTwice(judgeWithPortman, 'single'),
    cannot: 'sends the first example only, and has one answer for each operation: it gets a copy with one example of 200',
  },
  {
    name: 'Dredd',
    package: 'dredd',
    run: () => judgeTwice(judgeWithDredd, 'single'),
    cannot: 'reads OpenAPI 3.0 and a single `example`: it gets a copy with one example of 200',
  },
]

async function judgeTwice(judge: Judge, examples: 'named' | 'single'): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'wfhost-')), 'document.json')
  await writeFile(file, JSON.stringify(copyForTesters(examples)))
  const [good, broken] = [await serveSample(), await serveSample({ broken: true })]
  try {
    const [{ failed, passed }, spoilt] = await Promise.all([judge(file, good.url), judge(file, broken.url)])
    assert.deepEqual({ failed, some: passed > 0 }, { failed: 0, some: true })
    assert.ok(spoilt.failed > 0, 'finds nothing in a server that leaves out what is required')
    return `passes ${passed} of ${passed}; of a broken server, ${spoilt.failed} fail`
  } finally {
    await Promise.all([good.close(), broken.close()])
  }
}

const judgeWithSpecmatic: Judge = async (file, url) => {
  // By default, the reference server responds with 200 to an asynchronous start. An option changes that to 202.
  const options = ['--strict', '--lenient', "--filter=STATUS!='202'", `--testBaseURL=${url}`]
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-'))
  const output = await runCommand('java', ['-jar', inPackage('specmatic/specmatic.jar'), 'test', ...options, file], folder)
  const [, passed, failed] = /Successes: (\d+), Failures: (\d+)/.exec(output) ?? assert.fail(output)
  return { passed: Number(passed), failed: Number(failed) }
}

const judgeWithDredd: Judge = async (file, url) => {
  const output = await runCommand('dredd/bin/dredd', [file, url, '--loglevel', 'error'])
  const [, passed, failed, errors] = /complete: (\d+) passing, (\d+) failing, (\d+) errors/.exec(output) ?? assert.fail(output)
  return { passed: Number(passed), failed: Number(failed) + Number(errors) }
}

const judgeWithPortman: Judge = async (file, url) => {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-'))
  const options = { openApiOperation: '*::/*', statusSuccess: { enabled: true }, schemaValidation: { enabled: true } }
  const config = join(folder, 'portman.json')
  await writeFile(config, JSON.stringify({ version: 1, tests: { contractTests: [options] }, globals: {} }))
  const collection = join(folder, 'collection.json')
  const args = ['-l', file, '-b', url, '-o', collection, '-c', config, '--includeTests', 'true', '--runNewman', 'true']
  const output = await runCommand('@apideck/portman/bin/portman', args, folder)
  const [, assertions, failed] = /assertions │\s+(\d+) │\s+(\d+)/.exec(output) ?? assert.fail(output)
  return { passed: Number(assertions) - Number(failed), failed: Number(failed) }
}
