import { createSeededRandom, sampleKeys } from '@wfhost/mock-server'

/** A request as bytes, because HTTP clients would not send it. */
export type HostileRequest = Buffer

const SEGMENTS = [
  '100%',
  '%',
  '%zz',
  '%ff',
  '%ED%A0%80',
  '%E0%A4',
  '%00',
  '%0A%0D',
  '%E2%80%AE',
  '%2F..%2F',
  'echo',
  'ECHO',
  '\u00e9\u00ff',
  '<b>x</b>',
  '"\'`',
  '\\',
  '..',
  ';a=b',
  'constructor',
  '__proto__',
]

const VALUES = [
  '"100%"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u0000\\u001b[31m"',
  '"<img src=x onerror=alert(1)>"',
  '{"__proto__":{"a":1},"toString":1,"constructor":null}',
  '1e999',
  '-0',
  'null',
  '[]',
  '{"":{"":""}}',
]

const HEADERS = [
  'x-100%: %',
  'traceparent: %E0%A4',
  "!#$%&'*+-.^_`|~: a name of symbols",
  'idempotency-key: \u00ff\u00fe',
  'cookie: a=%; b="',
  `x-request-id: ${'i'.repeat(3_000)}`,
  'accept: \u00e9',
]

/** Generates requests whose paths, headers and bodies are as unusual as HTTP allows. */
export function* createHostileRequests(count: number, seed: number): Generator<HostileRequest> {
  const random = createSeededRandom(seed)
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new RangeError('There is nothing to pick')
    return value
  }

  const segment = (): string => {
    const text = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(SEGMENTS)).join('')
    return random() < 0.05 ? text.repeat(500).slice(0, 7_000) : text
  }

  const path = (): string =>
    pick([
      () => '/api/v2/external/flows/echo/published-run',
      () => '/api/v2/external/flows/echo/published-run',
      () => `/api/v2/external/flows/${segment()}/published-run`,
      () => `/api/v2/external/flows/${segment()}/published-run?${segment()}`,
      () => `/v1/orgs/${segment()}/wfhost/manifest`,
      () => '/v1/public/wfhost/execute',
      () => `/${segment()}`,
    ])()

  const nested = (): string => {
    const depth = pick([10, 500, 3_000, 10_000])
    const [open, close] = pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
    return `${open.repeat(depth)}1${close.repeat(depth)}`
  }

  const body = (): string =>
    pick([
      () => `{"args":[{"name":"text","value":${pick(VALUES)}}]}`,
      () => `{"args":[{"name":"text","value":${nested()}}]}`,
      () => `{"args":[{"name":"text","value":"${'%'.repeat(pick([10, 1_000, 100_000]))}"}]}`,
      () => `{"args":[{"name":${pick(VALUES)},"value":1}],"mode":${pick(VALUES)}}`,
      () => `{"toolset":${pick(VALUES)},"tool":${pick(VALUES)}}`,
      nested,
      () => pick(VALUES),
      () => '{"args":[',
      () => '\u0000\u00ff\u00fe',
      () => '',
    ])()

  for (let at = 0; at < count; at += 1) {
    const bytes = Buffer.from(body(), 'latin1')
    const { echo } = sampleKeys.workflows
    const key = pick([echo, echo, echo, sampleKeys.defaultEnvironment, '%', ''])
    const lines = [
      `${pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'])} ${path()} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${key}`,
      `content-length: ${bytes.length}`,
      'content-type: application/json',
      pick(HEADERS),
    ]
    yield Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
  }
}
