import type { RunRequest } from '../requests.ts'
import type { Target } from '../target/target.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** A run that a server refuses, and that must have no effect. */
export interface RefusedRunRequest extends CatalogueEntry {
  readonly expectedStatuses: readonly number[]
  readonly createRunRequest: (fixtures: Pick<Target['fixtures'], 'echo'>, mode: string) => Omit<RunRequest, 'workflow'>
}

/** Runs of the echo workflow that a server must refuse before the workflow runs. */
export const refusedRunRequests: readonly RefusedRunRequest[] = [
  {
    id: 'wrong-key',
    kind: 'access',
    source: 'CWE-696: a queue that is filled before the key is looked up',
    expectedStatuses: [401],
    createRunRequest: ({ echo }, mode) => ({ mode, authorization: `Bearer ${echo.key}x` }),
  },
  {
    id: 'no-key',
    kind: 'access',
    source: 'CWE-705: middleware that refuses a request and continues with it',
    expectedStatuses: [401],
    createRunRequest: (_fixtures, mode) => ({ mode, authorization: null }),
  },
  {
    id: 'args',
    kind: 'argument',
    source: 'CWE-696: a queue that is filled before the body is validated',
    expectedStatuses: [400],
    createRunRequest: (_fixtures, mode) => ({ body: { args: 'none', mode } }),
  },
  {
    id: 'null',
    kind: 'argument',
    source: 'CWE-696: a value that is validated after the start of the run',
    expectedStatuses: [400],
    createRunRequest: ({ echo }, mode) => {
      const [name = 'name'] = Object.values(echo.parameters)
      return { mode, args: { [name]: null } }
    },
  },
  {
    id: 'cut-short',
    kind: 'body',
    source: 'Jackson: JsonParser returns members before the body ends',
    expectedStatuses: [400],
    createRunRequest: (_fixtures, mode) => ({ rawBody: `{"args":[],"mode":"${mode}"` }),
  },
  {
    id: 'text-after',
    kind: 'body',
    source: 'Go: Decoder.Decode reads one value, and a second read fails later',
    expectedStatuses: [400],
    createRunRequest: (_fixtures, mode) => ({ rawBody: `{"args":[],"mode":"${mode}"}x` }),
  },
]

/** A body that execute refuses, and that must not cost a credit. */
export interface RefusedPayload extends CatalogueEntry {
  readonly text: string
}

/** Bodies that are no payload. They are sent with a valid key. */
export const refusedPayloads: readonly RefusedPayload[] = [
  { id: 'cut-short', kind: 'syntax', text: '{"toolset":', source: 'CWE-696: a credit that is taken before the body is parsed' },
  { id: 'empty', kind: 'syntax', text: '', source: 'body-parser: an empty body is {}' },
  { id: 'list', kind: 'structure', text: '[]', source: 'PHP: json_decode makes an empty array of a list without items' },
  { id: 'null', kind: 'structure', text: 'null', source: 'CWE-696: a payload that is read after the credit is taken' },
]
