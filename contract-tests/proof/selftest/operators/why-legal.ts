import type { Operator } from './apply-operator.ts'

/** Changes that leave an answer legal, and why. */
interface LegalOutcome {
  readonly kind: RegExp
  readonly operators: readonly Operator[]
  /** The path, its parts joined by slashes. */
  readonly path: RegExp
  readonly because: string
}

const notShown = ['rename', 'retype'] as const
const anything = ['drop', 'rename', 'retype', 'empty'] as const

// What is in no row has to be found.
const legalOutcomes: readonly LegalOutcome[] = [
  { kind: /./, operators: ['reorder'], path: /^(?!result\/(list|data\/nested\/deeper)$)/, because: 'members have no order' },
  {
    kind: /^(?!run that succeeded)/,
    operators: ['duplicate'],
    path: /./,
    because: 'extra fields, steps and list entries are not forbidden',
  },
  {
    kind: /^run that succeeded$/,
    operators: ['duplicate'],
    path: /^(status|result|stepOutputs|result\/[^/]+)$/,
    because: 'extra fields are not forbidden, and an echo may return more than its arguments',
  },
  { kind: /^failed run$/, operators: ['empty'], path: /error\/(name|value|traceback)$/, because: 'a string may be empty' },
  {
    kind: /^failed run$/,
    operators: ['retype', 'empty'],
    path: /^stepOutputs\/look-up\/result$/,
    because: 'the result of a step is any JSON',
  },
  {
    kind: /^failed run$/,
    operators: anything,
    path: /^stepOutputs\/look-up\/result\/./,
    because: 'the result of a step is any JSON',
  },
  { kind: /^async start$/, operators: notShown, path: /./, because: 'where the run ID stands is not shown' },
  { kind: /manifest/, operators: ['rename'], path: /./, because: 'the names of the members are not shown' },
  {
    kind: /manifest/,
    operators: ['retype'],
    path: /^(executeUrl|message|.*\/(id|name|version|type|visibility))$/,
    because: 'where a text stands in a manifest is not shown',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/(visibility|tools\/\d+\/parameters(\/.*)?)$/,
    because: 'no document says that a manifest has it',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/(id|name)$/,
    because: 'name and id are the same, so that the tool set is named by the other one',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/tools\/[1-9]\d*(\/.*)?$/,
    because: 'one tool makes a tool set, and the fixtures name the first',
  },
  {
    kind: /^organization manifest$/,
    operators: anything,
    path: /^executeUrl$/,
    because: 'that it refers to the execute endpoint is said of the manifest that belongs to a key',
  },
  {
    kind: /^organization manifest$/,
    operators: anything,
    path: /^toolsets\/([3-9]|\d\d+)(\/.*)?$/,
    because: 'nothing of it is published to the profile of a key',
  },
  { kind: /^execution$/, operators: anything, path: /^status$/, because: 'the answer of an execution is not shown' },
  {
    kind: /^execution$/,
    operators: ['rename'],
    path: /./,
    because: 'the answer of an execution is not shown, but that it comes is',
  },
  {
    kind: /^execution$/,
    operators: ['retype'],
    path: /^result\/sent$/,
    because: 'the answer of an execution is not shown, but that it comes is',
  },
]

/** Why an answer is still legal after an operator; undefined when it is not. */
export function whyLegal(kind: string, change: { readonly operator: Operator; readonly path: string }): string | undefined {
  const found = legalOutcomes.find(
    (row) => row.kind.test(kind) && row.operators.includes(change.operator) && row.path.test(change.path),
  )
  return found?.because
}
