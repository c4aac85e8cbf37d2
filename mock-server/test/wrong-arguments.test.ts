import { createMockService, createSampleWorld, MockStateError, toCurl, toHar } from '@wfhost/mock-server'
import { createReplay } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { routeWorld } from '@wfhost/mock-server/playwright'
import { openTestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { openServiceFromWorldFile, readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
import { describe, expect, test } from 'vitest'

type Callee = (...given: never[]) => unknown

/** Calls a function as JavaScript does, without types. Returns what it throws, or what its promise rejects with. */
async function callWith(callee: Callee, given: readonly unknown[]): Promise<unknown> {
  const outcome = new Promise((resolve) => resolve(Reflect.apply(callee, undefined, given)))
  return outcome.then(
    (result) => `no error, but ${typeof result}`,
    (thrown: unknown) => thrown,
  )
}

const bytes = Buffer.from('{}')
const passText = "pass the text of the file, as readFileSync(path, 'utf8') returns it"

describe('a world file', () => {
  test.each<readonly [unknown, string]>([
    [undefined, `found nothing; ${passText}`],
    [bytes, `found Uint8Array; ${passText}`],
    [new URL('file:///tmp/world.yaml'), `found URL; ${passText}`],
    [{ workspaces: [] }, 'found object; pass JSON.stringify of it'],
    [Promise.resolve('{}'), 'found Promise; await it'],
    ['worlds/desk.yaml', 'found the path "worlds/desk.yaml"; read the file and pass its text'],
    ['C:\\worlds\\desk.yml\n', 'found the path "C:\\\\worlds\\\\desk.yml"; read the file and pass its text'],
    ['desk.json', 'found the path "desk.json"; read the file and pass its text'],
  ])('is a text, and another argument is explained: %s', async (given, message) => {
    for (const callee of [readWorldFile, openServiceFromWorldFile]) {
      const thrown = await callWith(callee, [given])

      expect(thrown).toBeInstanceOf(WorldFileError)
      expect(Object(thrown).message).toBe(`world.yaml:1: expected the text of a world file, ${message}`)
    }
  })

  test('may be an object whose last value ends like a path', () => {
    expect(() => readWorldFile('$schema: world.schema.json')).not.toThrow()
  })
})

test.each<readonly [unknown, string]>([
  [undefined, `found nothing; ${passText}`],
  [bytes, `found Uint8Array; ${passText}`],
  [{ log: { entries: [] } }, 'found object; pass JSON.stringify of it'],
  ['recorded.har', 'found the path "recorded.har"; read the file and pass its text'],
])('createReplay explains that it takes the text of an archive: %s', async (given, message) => {
  const thrown = await callWith(createReplay, [given])

  expect(thrown).toBeInstanceOf(MockStateError)
  expect(Object(thrown).message).toBe(`Cannot replay a recording: expected the text of an HTTP Archive, ${message}`)
})

describe('toHar and toCurl', () => {
  const entry = { at: '2026-01-01T00:00:00Z', request: { method: 'GET', path: '/', headers: {} } }
  const url = 'http://127.0.0.1:4010'
  const missingUrl = `; pass it as the second argument, as in ${url}`

  test.each<readonly [Callee, readonly unknown[], string]>([
    [toHar, [[entry]], `expected the base URL of the service, found nothing${missingUrl}`],
    [toHar, [[], 'nowhere'], `expected the base URL of the service, found another text${missingUrl}`],
    [toHar, [createMockService(), url], 'expected entries of a journal, found object; pass those that journal() returns'],
    [toHar, [Promise.resolve([]), url], 'expected entries of a journal, found Promise; await it'],
    [toHar, [[{}], url], 'expected an entry of a journal, found {}; pass one that journal() returns'],
    [toCurl, [entry], `expected the base URL of the service, found nothing${missingUrl}`],
    [toCurl, [undefined, url], 'expected an entry of a journal, found nothing; pass one that journal() returns'],
    [toCurl, [[entry], url], 'expected an entry of a journal, found array; pass one that journal() returns'],
  ])('explain wrong arguments: %o %j', async (callee, given, message) => {
    const action = callee === toHar ? 'write an HTTP Archive' : 'write a request as a curl command'
    const thrown = await callWith(callee, given)

    expect(thrown).toBeInstanceOf(MockStateError)
    expect(Object(thrown).message).toBe(`Cannot ${action}: ${message}`)
  })

  test('do not show a URL that is not valid, because it can contain a password', async () => {
    const thrown = await callWith(toHar, [[], 'me:secret@host'])
    expect(String(thrown)).not.toContain('secret')
  })
})

test.each<readonly [unknown, string]>([
  [{ port: 'x' }, 'Cannot listen: port: expected a number, found "x"'],
  [{ port: '80' }, 'Cannot listen: port: expected a number, found "80"; write 80 without quotes'],
  [{ port: 70_000 }, 'Cannot listen: port: expected at most 65535, found 70000'],
  [{ port: 1.5 }, 'Cannot listen: port: expected a whole number, found 1.5'],
  [{ host: 5 }, 'Cannot listen: host: expected a string, found 5'],
  [{ cors: 'yes' }, 'Cannot listen: cors: expected true or false, found "yes"'],
  [{ onRefusal: {} }, 'Cannot listen: onRefusal: expected a function, found {}'],
  [{ tls: { cert: 1, key: 'x' } }, 'Cannot listen with TLS: cert: expected the text of a file in PEM, found 1'],
  [{ tls: {} }, 'Cannot listen with TLS: cert: expected the text of a file in PEM, found nothing'],
  [
    { limits: { bodyBytes: 'x' } },
    'Cannot listen with these limits: bodyBytes: expected a whole number from 0, or Infinity, found "x"',
  ],
  [{ limits: { headerBytes: -1 } }, 'Cannot listen with these limits: headerBytes: expected at least 0, found -1'],
])('listen explains the wrong options %j', async (options, message) => {
  const thrown = await callWith(listen, [createMockService(), options])

  expect(thrown).toBeInstanceOf(MockStateError)
  expect(Object(thrown).message).toContain(message)
})

const useAnotherWay = 'pass it, or use openTestWorld'

test.each<readonly [Callee, readonly unknown[], string]>([
  [
    withTestWorld,
    [{ strict: true }],
    `expected a function that receives the world as the second argument, found nothing; ${useAnotherWay}`,
  ],
  [withTestWorld, [{}, 'x'], `expected a function that receives the world as the second argument, found "x"; ${useAnotherWay}`],
  [withTestWorld, [() => {}], 'expected an object, found function'],
  [
    openTestWorld,
    [{ seed: async () => createSampleWorld() }],
    'which returned Promise; await it before the test, and return its result',
  ],
  [openTestWorld, [{ seed: () => undefined }], 'which returned nothing; return one, as createSampleWorld() does'],
])('a test world explains a call that would check nothing: %o %j', async (callee, given, message) => {
  const thrown = await callWith(callee, given)

  expect(thrown).toBeInstanceOf(MockStateError)
  expect(Object(thrown).message).toMatch(/^Cannot open the world of a test: /)
  expect(Object(thrown).message).toContain(message)
})

test.each<readonly [readonly unknown[], string]>([
  [[undefined, { url: 'http://x', fetch }], 'context: expected an object, found nothing; add it'],
  [[{ route() {}, unroute() {} }, undefined], 'world: expected an object, found nothing; add it'],
])('routeWorld explains a missing argument: %j', async (given, message) => {
  const thrown = await callWith(routeWorld, given)

  expect(thrown).toBeInstanceOf(MockStateError)
  expect(Object(thrown).message).toBe(`Cannot route the requests of pages: ${message}`)
})
