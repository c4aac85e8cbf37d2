import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { callCommand } from './call-command.ts'

const RUNS = Number(process.env['RUNS'] ?? 300)
const SEED = Number(process.env['SEED'] ?? 20261122)

/** As a connection may bring it: in pieces that end anywhere. */
function inPieces(text: string, ends: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const places = [...new Set(ends.map((end) => end % bytes.length))].sort((a, b) => a - b)
  return new ReadableStream({
    start: (controller) => {
      let from = 0
      for (const to of [...places, bytes.length]) {
        if (to > from) controller.enqueue(bytes.slice(from, to))
        from = to
      }
      controller.close()
    },
  })
}

const encodings: readonly ((key: string) => string)[] = [String, encodeURIComponent, (key) => Buffer.from(key).toString('base64')]

afterEach(() => vi.unstubAllEnvs())

// The command prints nothing before it has read the whole response, and redacts each line as a whole.
test(`a key that a response repeats in pieces is in no output of the command (seed ${SEED})`, {
  timeout: 10_000 + 50 * RUNS,
}, async () => {
  vi.stubEnv('WFHOST_BASE_URL', 'http://localhost')
  const given = fc.record({
    key: fc.stringMatching(/^[!-~]{8,40}$/),
    encode: fc.constantFrom(...encodings),
    ends: fc.array(fc.nat(), { maxLength: 30 }),
    status: fc.constantFrom(200, 400, 401, 500),
    lines: fc.constantFrom(['run', 'echo'], ['run', 'echo', '--json']),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ encode, ends, key, lines, status }) => {
      const encoded = encode(key)
      const output =
        status === 200 ? succeededRun({ text: encoded }, { [encoded]: { status: 'success', result: 1 } }) : { message: encoded }
      const headers = { 'content-type': 'application/json' }
      vi.stubEnv('WFHOST_API_KEY', key)
      const { err, out, sent } = await callCommand(lines, {
        environment: { WFHOST_API_KEY: key },
        fetch: async () => new Response(inPieces(JSON.stringify(output), ends), { status, headers }),
      })
      expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${key}`)
      expect(out + err).not.toBe('')
      for (const form of [key, encoded, JSON.stringify(encoded).slice(1, -1)]) expect(out + err).not.toContain(form)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  count({ 'keys in pieces': { responses: RUNS } })
})
