import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { runCommandLine } from '../../proof/contract-server.ts'
import { recordConsumerTests } from '../contract/consumer-tests.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

/** Paths that no command can write, and why. `FOLDER` is the folder of the test. */
const unwritableFiles: readonly (readonly [path: string, reason: string])[] = [
  ['FOLDER', 'it is a folder'],
  ['FOLDER/none/file', 'the folder FOLDER/none does not exist'],
  ['FOLDER/a-file/file', 'FOLDER/a-file is not a folder'],
  [`FOLDER/${'n'.repeat(300)}`, 'its name is too long'],
]

const unwritableFolders: readonly (readonly [path: string, reason: string])[] = [
  ['FOLDER/a-file', 'FOLDER/a-file is not a folder'],
  ['FOLDER/a-file/reports', 'FOLDER/a-file is not a folder'],
  ['FOLDER/a-file/reports/today', 'FOLDER/a-file is not a folder'],
  [`FOLDER/${'n'.repeat(300)}`, 'its name is too long'],
  ...(process.platform === 'linux' ? linuxFolders() : []),
]

function linuxFolders(): [path: string, reason: string][] {
  return [
    ['/dev/null/reports', '/dev/null is not a folder'],
    ['/proc/self/reports', 'no folder can be created there'],
    ['/proc/none/reports', 'no folder can be created there'],
  ]
}

/** Opens a folder with a file, a report and a configuration, and a function that inserts its path into a text. */
async function openFiles() {
  const folder = await openFolder()
  await writeFile(join(folder, 'a-file'), 'text')
  return { folder, fill: (text: string) => text.replaceAll('FOLDER', folder) }
}

/** Runs the command in a world of its own. Returns the requests that it sent, beside its result. */
async function runInWorld(args: readonly string[]) {
  const { config, seen } = await openWorld()
  const { code, errors } = await runCommandLine(args, { config })
  return { code, errors, requests: seen.length }
}

test.each(unwritableFolders)('run and verify refuse to write reports to %s before they send a request', async (path, reason) => {
  const { fill } = await openFiles()
  const expected = {
    code: 2,
    errors: fill(`wfhost-conformance: Cannot create the folder ${path}: ${reason}. Name another folder with --output`),
    requests: 0,
  }
  expect(await runInWorld(['run', '--only', 'run-ok', '--output', fill(path)])).toEqual(expected)
  expect(await runInWorld(['verify', await recordConsumerTests(), '--output', fill(path)])).toEqual(expected)
})

test.each(['report.html', 'comparison.json', 'against', 'against/junit.xml'])(
  'run --against refuses a folder in which %s cannot be written before it sends a request',
  async (name) => {
    const { folder } = await openFiles()
    const { config } = await openWorld()
    const other = join(folder, 'other.yaml')
    await writeFile(other, stringify(config))

    const path = join(folder, name)
    if (name === 'against') await writeFile(path, 'text')
    else await mkdir(path, { recursive: true })

    const result = await runInWorld(['run', '--only', 'run-ok', '--against', other, '--output', folder])
    const reason = name === 'against' ? `create the folder ${path}: ${path} is not a folder` : `write ${path}: it is a folder`
    const errors = `wfhost-conformance: Cannot ${reason}. Name another folder with --output`
    expect(result).toEqual({ code: 2, errors, requests: 0 })
  },
)

test('run --against refuses a mistake in the other configuration before it sends a request', async () => {
  const { folder } = await openFiles()
  const other = join(folder, 'other.yaml')
  const errors = `Cannot read ${other}: it does not exist. Name another file with -c, or write one with init`
  expect(await runInWorld(['run', '--only', 'run-ok', '--against', other])).toEqual({ code: 2, errors, requests: 0 })
})

test.each(unwritableFiles)('compare and export refuse to write the file %s', async (path, reason) => {
  const { fill, folder } = await openFiles()
  const report = join(folder, 'report.json')
  const { config } = await openWorld()
  await writeFile(report, (await runCommandLine(['run', '--json', '--only', 'run-ok'], { config })).output)

  const expected = {
    code: 2,
    output: '',
    errors: fill(`wfhost-conformance: Cannot write ${path}: ${reason}. Name another file with --output`),
  }
  expect(await runCommandLine(['compare', report, report, '--output', fill(path)])).toEqual(expected)
  expect(await runCommandLine(['export', report, 'run-ok', '--output', fill(path)])).toEqual(expected)
})

test.skipIf(process.platform !== 'linux')('compare and export end with 7 if the disk of their file is full', async () => {
  const report = join(await openFolder(), 'report.json')
  const { config } = await openWorld()
  await writeFile(report, (await runCommandLine(['run', '--json', '--only', 'run-ok'], { config })).output)

  const errors = 'Cannot write /dev/full: no space left on device. Name another file with --output'
  const expected = { code: 7, output: '', errors }
  expect(await runCommandLine(['compare', report, report, '--output', '/dev/full'])).toEqual(expected)
  expect(await runCommandLine(['export', report, 'run-ok', '--output', '/dev/full'])).toEqual(expected)
})

test.each(unwritableFiles.slice(1))('init refuses to write the file %s before it sends a request', async (path, reason) => {
  const { fill } = await openFiles()
  const { seen, url } = await openWorld()
  const { code, errors } = await runCommandLine(['init', fill(path), '--yes', '--base-url', url])
  expect({ code, errors, requests: seen.length }).toEqual({
    code: 2,
    errors: fill(`wfhost-conformance: Cannot write ${path}: ${reason}. Name another file after init`),
    requests: 0,
  })
})

test('init never writes over a file', async () => {
  const { folder } = await openFiles()
  const path = join(folder, 'a-file')
  const { code, errors } = await runCommandLine(['init', path, '--yes'])
  expect(code).toBe(2)
  expect(errors).toBe(`wfhost-conformance: Cannot write ${path}: it is there already. Name another file after init`)
  expect(await readFile(path, 'utf8')).toBe('text')
})

test.each([
  [['plan', '-c', 'FOLDER'], /^Cannot read FOLDER: it is a folder\. Name another file with -c, or write one with init$/],
  [
    ['plan', '-c', 'FOLDER/a-file/target.yaml'],
    /^Cannot read FOLDER\/a-file\/target\.yaml: FOLDER\/a-file is not a folder\. Name another file with -c/,
  ],
  [
    ['plan', '--base-url', 'http://a.test', '--ca-file', 'FOLDER'],
    /^Cannot read FOLDER: it is a folder\. Name a file with certificate authorities in caFile or with --ca-file$/,
  ],
  [['coverage', 'FOLDER'], /Cannot read FOLDER: it is a folder\. Name a report that run --output or run --json wrote$/],
  [['coverage', 'FOLDER/a-file'], /Cannot read FOLDER\/a-file: it is not a report\.json\. Name a report that run/],
  [['compare', 'FOLDER/one.json', 'FOLDER/other.json'], /Cannot read FOLDER\/one\.json: it does not exist\. Name a report that/],
  [['export', 'FOLDER/one.json', 'run-ok'], /Cannot read FOLDER\/one\.json: it does not exist\. Name a report that run/],
  [
    ['verify', 'FOLDER', '--base-url', 'http://a.test'],
    /^Cannot read FOLDER: it is a folder\. The option contract of the reference server writes one$/,
  ],
])('%j names why a file cannot be read, and what to do', async (args, message) => {
  const { fill, folder } = await openFiles()
  const { code, errors } = await runCommandLine(args.map(fill))
  expect({ code, errors: errors.replaceAll(folder, 'FOLDER') }).toEqual({ code: 2, errors: expect.stringMatching(message) })
})
