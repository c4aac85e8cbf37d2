import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, type MockService } from '@wfhost/mock-server'
import { failedRun } from '../../../tools/scripts/run-bodies.ts'
import { formatProgress, formatTerminal } from '../../src/reports/format-terminal.ts'
import { reportFormats } from '../../src/reports/report-formats.ts'
import { checkService, describeService, runCommandLine, serveWorld } from '../contract-server.ts'
import { contractFixtures, createContractWorld } from '../contract-world.ts'
import { type CaseResult, caseResult, type SelfTest, type SelfTestCase } from '../self-test.ts'

// With characters that every form writes in another way, and with no word in them that a report may say.
const secrets = {
  CANARY: 'qZ7+vK2/xW9=jR4"nT6&hB1<mD8>',
  HOST: 'uY3xPq0LgE5sVc8wFzA1',
  FAILING: '9dJfXb2kQmRt7HnWy4Ze',
}
const { echo: echoing, failing, registry } = contractFixtures
const fixtures = {
  ...contractFixtures,
  echo: { ...echoing, key: secrets.CANARY },
  failing: { ...failing, key: secrets.FAILING },
  registry: { ...registry, key: secrets.HOST },
}

// Reports show data of these checks in messages, bodies, headers and observations.
const checks = [
  'run-endpoint',
  'run-error',
  'run-result',
  'run-arg-value',
  'key-invalid',
  'host-401',
  'man-content',
  'run-record',
]

/** A server that sends back the keys that it gets, in every form and at every place, gets them into no output. */
export const canaries: SelfTest = {
  id: 'canaries',
  statement: 'no output shows a key that a hostile server sends back',
  concurrency: 4,
  listCases: () => [
    ...echoPlaces.flatMap((place) =>
      echoForms.map((form) => ({
        name: `${form.name} ${place.name}`,
        run: () => searchOutputs((key) => place.echo(form.write(key)), form.write),
      })),
    ),
    ...withholdCases(),
  ],
}

async function searchOutputs(echo: (key: string) => Response, write: (key: string) => string): Promise<CaseResult> {
  const service = hostile(echo)
  const { report } = await checkService(service, { ...describeService(service), fixtures, secrets, only: checks })
  const outputs = [
    ...Object.entries(reportFormats).map(([name, { format }]) => ({ name, text: format(report) })),
    { name: 'terminal in colour', text: formatTerminal(report, { colour: true }) },
    { name: 'progress', text: report.checks.map((check) => formatProgress(check, { colour: true })).join('\n') },
  ]
  const output = outputs.flatMap(({ name, text }) => {
    const forms = Object.values(secrets).flatMap((key) => [key, write(key)])
    // Half of a key is also a leak, because it makes the rest easier to guess.
    const parts = forms.flatMap((form) => [form, form.slice(0, form.length / 2), form.slice(form.length / 2)])
    return parts.filter((part) => part.length >= 6 && text.includes(part)).map((part) => `${name} shows ${part}`)
  })
  const echoed = JSON.stringify(report).includes('$CANARY') ? [] : ['the key was never sent back, so nothing is shown']
  return caseResult('shown nowhere', [...echoed, ...output])
}

function hostile(echo: (key: string) => Response): MockService {
  const service = createMockService(createContractWorld())
  return { ...service, fetch: async (request) => echo((request.headers.get('authorization') ?? '').replace(/^\S+ +/, '')) }
}

/** A way to write a key. */
interface EchoForm {
  readonly name: string
  readonly write: (key: string) => string
}

/** A place in a response that can contain a text. */
interface EchoPlace {
  readonly name: string
  readonly echo: (text: string) => Response
}

/** Forms in which a server may echo a key, intentionally or not. */
const echoForms: readonly EchoForm[] = [
  { name: 'raw', write: (key) => key },
  { name: 'in base64', write: btoa },
  { name: 'in base64 without padding', write: (key) => btoa(key).replace(/=+$/, '') },
  { name: 'in base64 for URLs', write: (key) => btoa(key).replaceAll('+', '-').replaceAll('/', '_') },
  { name: 'in base64 after a user', write: (key) => btoa(`me:${key}`) },
  { name: 'in base64 of a header', write: (key) => btoa(`Bearer ${key}`) },
  { name: 'escaped in a URL', write: encodeURIComponent },
  {
    name: 'escaped in a URL in small letters',
    write: (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  },
  { name: 'escaped twice in a URL', write: (key) => encodeURIComponent(encodeURIComponent(key)) },
  { name: 'escaped in JSON', write: (key) => JSON.stringify(key).slice(1, -1) },
  { name: 'as code points', write: (key) => [...key].map((character) => `\\u${hex(character, 4)}`).join('') },
  { name: 'in hexadecimal', write: (key) => [...key].map((character) => hex(character, 2)).join('') },
]

/** Where a server may send it back. */
const echoPlaces: readonly EchoPlace[] = [
  { name: 'in a header', echo: (text) => Response.json({}, { headers: { 'x-echo': text } }) },
  {
    name: 'in the name of a header',
    echo: (text) => Response.json({ text }, { headers: { [`x-${text.replace(/[^\w-]/g, '')}`]: text } }),
  },
  {
    name: 'in the target of a redirect',
    echo: (text) => new Response(null, { status: 302, headers: { location: `/?k=${text}` } }),
  },
  { name: 'in a cookie', echo: (text) => new Response(text, { headers: [['set-cookie', `key=${text}; HttpOnly`]] }) },
  { name: 'in a page', echo: (text) => new Response(`<pre>${text}</pre>`, { status: 500 }) },
  { name: 'in a traceback', echo: (text) => Response.json(failed(text)) },
  { name: 'in the name of a member', echo: (text) => Response.json({ [text]: { [`a ${text}`]: 1 } }) },
  { name: 'where a message is cut', echo: (text) => new Response(`${'.'.repeat(295)}${text}`, { status: 500 }) },
  { name: 'where a body is cut', echo: (text) => new Response(`${'.'.repeat(3995)}${text}`) },
  { name: 'split across chunks', echo: (text) => new Response(inPieces(text)) },
]

function failed(text: string): unknown {
  const error = { name: text, value: `no ${text}`, traceback: `Error: ${text}\n    at ${text}` }
  return failedRun(error, { [text]: { status: 'failed', error } })
}

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(`{"echo": ${JSON.stringify(text)}}`)
  return new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3))
      controller.close()
    },
  })
}

function hex(character: string, length: number): string {
  return character.charCodeAt(0).toString(16).padStart(length, '0')
}

/** Verifies that a report that would show a key is not written and not printed, and that the verdict stays the same. */
function withholdCases(): SelfTestCase[] {
  return [
    withholdCase({
      what: 'a key in the name of the target',
      describe: (config) => ({ ...config, name: `the server of ${contractFixtures.echo.key}` }),
      only: 'run-ok',
      code: 2,
      says: /Nothing was sent: the report would show WFHOST_ECHO_KEY at target.name/,
    }),
    withholdCase({
      what: 'a new key that is the name of the target',
      // The hook makes a key of an everyday word.
      describe: (config) => ({
        ...config,
        name: 'staging',
        hooks: { ...Object(config['hooks']), regenerateKey: { command: ['echo', 'staging'] } },
      }),
      only: 'key-regenerated',
      code: 4,
      says: /Cannot write the report: it would show REGENERATED_KEY at .*\. The verdict is NON-CONFORMANT: 1 pass, 1 fail, 3 blocked/,
    }),
  ]
}

interface Withheld {
  readonly what: string
  readonly describe: (config: Readonly<Record<string, unknown>>) => unknown
  readonly only: string
  readonly code: number
  readonly says: RegExp
}

function withholdCase(withheld: Withheld): SelfTestCase {
  return {
    name: withheld.what,
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'wfhost-withheld-'))
      const world = await serveWorld()
      const { key } = contractFixtures.echo
      try {
        const { code, errors, output } = await runCommandLine(['run', '--only', withheld.only, '--output', folder], {
          config: withheld.describe(world.config),
        })
        const files = await readdir(folder)
        return caseResult('withheld', [
          ...(code === withheld.code ? [] : [`the exit code is ${code}`]),
          ...(withheld.says.test(errors) ? [] : [`it does not say so: ${errors}`]),
          ...(files.length === 0 ? [] : [`it writes ${files.join(', ')}`]),
          ...(`${output}${errors}`.includes(key) ? ['it prints the key'] : []),
        ])
      } finally {
        await world.close()
        await rm(folder, { recursive: true })
      }
    },
  }
}
