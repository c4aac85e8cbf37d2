import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { describe, test } from 'vitest'
import config from '../../vitest.config.ts'
import { findLargeFolders, findViolations } from './house-rules.ts'

const forbidden: readonly [file: string, text: string][] = [
  ['sdk/src/utils.ts', ''],
  ['sdk/src/url-helper.ts', ''],
  ['sdk/src/count.ts', 'let count = 0'],
  ['sdk/src/count.ts', 'export let count = 0'],
  ['sdk/src/add.ts', 'export const add = (a: number, b: number): number => a + b'],
  ['sdk/src/add.ts', 'const add = async <T>(a: T) => a'],
  ['sdk/src/add.ts', "/**\n * Adds.\nimport { a } from './a.ts'\n */"],
  ['README.md', `See /${'work'}/notes.md`],
  ['README.md', `See ../${'shared'}/notes.md`],
  ['README.md', 'npx wfhost-mock --port 4010'],
  ['action.yml', 'run: npx --yes @wfhost/mock-server'],
  ['README.md', 'npm install --save-dev @wfhost/sdk'],
  ['package-lock.json', '      "resolved": "https://mirror.example/a.tgz",'],
]

const allowed: readonly [file: string, text: string][] = [
  ['sdk/src/add.ts', 'export const add: Add = (a) => a'],
  ['sdk/src/count.ts', 'function count() {\n  let n = 0\n}'],
  ['sdk/src/add.ts', '/**\n * Adds.\n */\nfunction add() {}'],
  ['sdk/src/sum.ts', 'export const sum = [1, 2].reduce((a, b) => a + b)'],
  ['openapi/generated/validators.ts', 'let count = 0'],
  ['mock-server/src/adapters/msw.ts', 'const handler = createHandler(() => 1)'],
  ['README.md', 'npx --no-install wfhost-mock, or npm install ./wfhost-sdk-0.1.0.tgz'],
  ['README.md', 'a workspace, and https://example.org/shared/page'],
  ['package-lock.json', '      "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",\n      "resolved": "sdk",'],
]

describe(findViolations, () => {
  test.each(forbidden)('refuses %s with %j', (file, text) => {
    assert.equal(findViolations({ file, text }).length, 1)
  })

  test.each(allowed)('accepts %s with %j', (file, text) => {
    assert.deepEqual(findViolations({ file, text }), [])
  })

  test('names a folder with more than about twenty files, not counting tests', () => {
    const named = (count: number, end: string) => Array.from({ length: count }, (_, index) => `sdk/src/a${index}${end}`)
    assert.deepEqual(findLargeFolders([...named(20, '.ts'), ...named(9, '.test.ts')]), [])
    assert.deepEqual(findLargeFolders(named(21, '.ts')), ['sdk/src: 21 files, at most 20'])
  })

  test('every mentioned number of a decision leads to one page', () => {
    const files = execFileSync('git', ['ls-files', '*.md', '*.ts'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .filter((file) => existsSync(file))
    const numbers = files.flatMap((file) => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1] ?? [])
    assert.deepEqual(numbers, [...new Set(numbers)])
    assert.ok(numbers.length > 0)
    const mentioned = files.flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/\bdecisions?[ /](\d{3})\b/gi), ([, number = '']) => ({ file, number })),
    )
    assert.deepEqual(
      mentioned.filter(({ number }) => !numbers.includes(number)),
      [],
    )
  })

  test('every test file is run by exactly one project of vitest, and each of these by CI', () => {
    const called = ['.ci/run', '.github/workflows/ci.yml'].map((file) => readFileSync(file, 'utf8')).join('\n')
    const scripts = Object.entries<string>(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
    const projects = (config.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && project.test !== undefined ? [project.test] : [],
    )
    for (const { name } of projects) {
      const [script = ''] =
        scripts.find(([, command]) => matchesGlob(String(name), / run --project=(\S+)$/.exec(command)?.[1] ?? '')) ?? []
      const command = script === 'test' ? 'npm test' : `npm run ${script}`
      assert.match(called, new RegExp(`(?:count|run:) ${command}$`, 'm'), `nothing calls ${name}`)
    }
    const files = execFileSync('git', ['ls-files', '*.test.ts'], { encoding: 'utf8' }).trim().split('\n')
    const matches = (file: string, globs: readonly string[] = []) => globs.some((glob) => matchesGlob(file, glob))
    const wrong = files.filter(
      (file) => projects.filter(({ exclude, include }) => matches(file, include) && !matches(file, exclude)).length !== 1,
    )
    // The tests of the examples run in their frameworks.
    assert.deepEqual(
      wrong.filter((file) => !file.startsWith('examples/')),
      [],
    )
    assert.ok(wrong.length < files.length)
    const isolated = projects.find(({ name }) => name === 'fast-isolated')
    const sharing = files.filter(
      (file) => /^mock-server\/.*(?<!\.slow)\.test\.ts$/.test(file) && !matches(file, isolated?.include),
    )
    assert.deepEqual(
      sharing.filter((file) => existsSync(file) && /'msw2|open-adapter/.test(readFileSync(file, 'utf8'))),
      [],
    )
  })

  test('a test of the client that needs the reference server runs with all assumptions', () => {
    const files = globSync('sdk/{src,test}/**/*.test.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    assert.ok(files.some(({ text }) => text.includes('describeWithAssumptions(')))
    const ownService = /import [^\n]*\bcreateMock(Service|Host)\b|import\([^)]*mock-server/
    assert.deepEqual(
      files.flatMap(({ path, text }) => (ownService.test(text) ? [path] : [])),
      [],
    )
  })

  test('each promise of SECURITY.md names existing tests', () => {
    const [, table = ''] = readFileSync('SECURITY.md', 'utf8').split('| promise | tests |')
    const promises = table.split('\n## ')[0]?.match(/^\| [^-\n].*/gm) ?? []
    assert.ok(promises.length > 5)
    for (const promise of promises) {
      let folder = ''
      const named = Array.from(promise.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => {
        // A name without a folder is in the folder of the name before it.
        if (file.includes('/')) folder = dirname(file)
        return join(folder, basename(file))
      })
      assert.ok(named.length > 0, promise)
      for (const file of named) assert.ok(existsSync(file), `${promise} names ${file}`)
    }
  })

  test('finds no problems in this project', () => {
    const list = (...which: string[]) => execFileSync('git', ['ls-files', '-z', ...which], { encoding: 'utf8' }).split('\0')
    const removed = list('--deleted')
    const files = list('--cached', '--others', '--exclude-standard').filter((file) => file !== '' && !removed.includes(file))
    assert.ok(files.includes('tools/scripts/house-rules.ts'))
    // git also lists a link to a folder.
    const texts = files.filter((file) => statSync(file).isFile())
    assert.deepEqual(findLargeFolders(files), [])
    assert.deepEqual(
      texts.flatMap((file) => findViolations({ file, text: readFileSync(file, 'utf8') })),
      [],
    )
  })
})
