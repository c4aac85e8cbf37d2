import { expect, test } from 'vitest'
import { ECHOED_KEY, ENCODINGS, expectNoPart, PADDINGS } from '../../../tools/scripts/echoed-keys.ts'
import { withSteps } from '../../../tools/scripts/run-bodies.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { checkServer } from '../../src/engine/check-server.ts'

/** The bodies with which a server can echo a text: each goes through another place that quotes or cuts. */
const echoes: Readonly<Record<string, (text: string) => Response>> = {
  'a status': (text) => Response.json({ status: text, stepOutputs: {} }),
  'the name of a member': (text) => Response.json({ [text]: 1 }),
  'the name of a step': (text) => Response.json({ status: 'success', result: 1, ...withSteps({ [text]: 1 }) }),
  'the error of a failed run': (text) =>
    Response.json({ status: 'failed', error: { name: text, value: text, traceback: text }, ...withSteps({}) }),
  'a result': (text) => Response.json({ status: 'success', result: text, ...withSteps({}) }),
  'the message of a refusal': (text) => Response.json({ message: text }, { status: 401 }),
  'a page': (text) => new Response(text, { status: 502, headers: { 'content-type': 'text/html' } }),
  'a header': (text) => new Response(null, { status: 302, headers: { location: `/${text.replaceAll(' ', '-')}` } }),
}

/** Every place for the key, with every encoding of it. */
const cases = Object.entries(echoes).flatMap(([place, echo]) =>
  Object.entries(ENCODINGS).map(([encoding, encode]) => ({ place, encoding, echo, encoded: encode(ECHOED_KEY) })),
)

test.each(cases)(
  'no report shows a part of a key in $place, $encoding, even where the text is cut',
  async ({ echo, encoded }) => {
    const fixtures = { ...contractFixtures, echo: { ...contractFixtures.echo, key: ECHOED_KEY } }
    for (const padding of [...PADDINGS, 980, 990]) {
      const fetch = async (request: Request) =>
        echo(`${'x'.repeat(padding)} ${request.headers.get('authorization') === null ? '' : encoded} and more`)
      const server = { name: 'echo', baseUrl: 'http://workflows.test', fetch, fixtures, allow: ['runs'] } as const

      const { report } = await checkServer({ ...server, only: ['run-sync', 'run-error', 'key-invalid'] })

      // Each message contains the found value.
      expect(report.counts.fail + report.counts.blocked).toBeGreaterThan(0)
      const text = JSON.stringify(report)
      expect(text).toContain('$WFHOST_ECHO_KEY')
      expectNoPart(text, ECHOED_KEY, encoded)
    }
  },
)
