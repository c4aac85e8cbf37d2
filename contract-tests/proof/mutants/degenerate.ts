import type { BrokenServer } from './broken-server.ts'
import { type Answered, answer, intercept, type Place } from './intercept.ts'
import { onAnswer } from './on-answer.ts'

const everywhere: readonly Place[] = ['run', 'public manifest', 'organization manifest', 'execute']
const canned = { status: 'success', result: 'done', stepOutputs: {} }

/** Servers that look at nothing. */
export const degenerate: readonly BrokenServer[] = [
  always('the server always answers 200 with {}', { foundBy: 'RUN-SYNC-BODY', given: answer(200, {}) }),
  always('the server always answers 200 with null', { foundBy: 'RUN-STATUS', given: answer(200, null) }),
  always('the server always answers 200 with an empty body', {
    foundBy: 'MAN-ENDPOINT',
    given: { ...answer(200, null), text: '' },
  }),
  always('the server always answers with one canned success', { foundBy: 'RUN-RESULT', given: answer(200, canned) }),
  always('the server that always succeeds refuses no key', { foundBy: 'KEY-INVALID', given: answer(200, canned) }),
  always('the server that always succeeds finds nothing malformed', { foundBy: 'RUN-MALFORMED', given: answer(200, canned) }),
  always('the server that always succeeds knows every workflow', { foundBy: 'FLOW-UNKNOWN', given: answer(200, canned) }),
  always('the server that always succeeds runs nothing', { foundBy: 'RUN-ASYNC-UNIQUE', given: answer(200, canned) }),
  always('the server always answers 401', { foundBy: 'RUN-OK', given: answer(401, { message: 'Unauthorized' }) }),
  always('the server always answers 404', { foundBy: 'RUN-ENDPOINT', given: answer(404, { message: 'Not found' }) }),
  always('the server always answers 500', { foundBy: 'ORG-ENDPOINT', given: answer(500, { message: 'Error' }) }),
  always('the server always answers 429', { foundBy: 'RUN-CONTENT-TYPE', given: answer(429, { message: 'Slow down' }) }),
  {
    defect: 'the server answers every error with 200 and its valid body',
    foundBy: 'RUN-ARG-TYPE',
    breakService: onAnswer(everywhere, () => ({ status: 200 })),
  },
  {
    defect: 'the server answers every refusal with 500',
    foundBy: 'KEY-SCOPE',
    breakService: onAnswer(everywhere, ({ status }) => (status >= 400 ? { status: 500 } : undefined)),
  },
  {
    defect: 'the server answers every refusal with 400',
    foundBy: 'HOST-401',
    breakService: onAnswer(everywhere, ({ status }) => (status >= 400 ? { status: 400 } : undefined)),
  },
]

function always(
  defect: string,
  { foundBy, given }: { readonly foundBy: BrokenServer['foundBy']; readonly given: Answered },
): BrokenServer {
  return { defect, foundBy, breakService: intercept(everywhere, () => given) }
}
