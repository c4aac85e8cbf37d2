import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { type RunCall, runWorkflow } from '../../calls.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { type Difference, expectStatus, firstDifference, inEach, isObject, objectBody } from '../expectations.ts'
import { RuleViolation } from '../rule.ts'

/** The types that an argument may have (section 2.2). */
const parameterTypes = ['string', 'number', 'boolean', 'object', 'array'] as const satisfies readonly ParameterType[]

/**
 * The name of the echo workflow's parameter of a type.
 *
 * @throws {NotDeclared} if it has none.
 */
export function parameterOf({ fixtures }: Target, type: ParameterType): string {
  const name = fixtures.echo.parameters[type]
  if (name === undefined) throw new NotDeclared(`the target declares no fixtures.echo.parameters.${type}`)
  return name
}

/** Arguments by the types of their parameters, as far as the echo workflow has such parameters. */
export type ValuesByType = Readonly<Partial<Record<ParameterType, unknown>>>

/** The arguments of the echo workflow that have these values. What it has no parameter for is left out. */
export function argumentsOf({ fixtures }: Target, values: ValuesByType): Record<string, unknown> {
  const { parameters } = fixtures.echo
  return Object.fromEntries(
    parameterTypes.flatMap((type) => {
      const name = parameters[type]
      return name === undefined || !(type in values) ? [] : [[name, values[type]] as const]
    }),
  )
}

const invisible = 'e\u0301 \u00a0 \u200b \ufeff \u2028 \u001b[31m \u007f \t\r\n'
const textsLikeValues = [
  '12',
  '1e5',
  '0x1F',
  'true',
  'yes',
  'no',
  '"quoted"',
  '[true]',
  '2026-01-31T07:00:00Z',
  '2026-01-31',
  ' padded ',
  'e\u0301',
  'C:\\new',
  '\ufeffmark',
  '50%20off',
  '100%%',
  '@home',
  'i:7;',
  'line\n',
  '<script>x</script>',
  "O'Brien",
  '“x’s”',
  'Ada@Example.ORG',
  'password=hunter2',
  '$HOME $$ %PATH%',
  '~/x',
  'soft\u00adhyphen',
  'no character: \ufffe',
  '@@if(x)',
]
const oddNames = {
  ...{ 'app.example.org/name': 3, 'first.last': 7, $schema: 4, _id: 5, ' padded ': 6, 'e\u0301': 8, password: 'hunter2' },
  ...{
    ['long '.repeat(60)]: 9,
    '@id': 10,
    'soap:x-y': 11,
    '007': 12,
    17: 13,
    'list[a]': 14,
    ID: 15,
    id: 16,
    'a&b<c': 17,
    'back\\slash': 18,
    '*': 19,
  },
  ...{ this: 20, class: 21, GLOBALS: 22, $ref: 23, _token: 24 },
  // What readers of JSON make an object of a class of.
  ...{ json_class: 'String', '@class': 'java.lang.String', $type: 'System.String' },
}

/**
 * Arguments of every type, as webhooks carry them, and as programs on the way have been known to change them: texts that
 * look like something else, numbers of every size that a double tells apart, names that a language or a database takes
 * for its own, long lists and deep data.
 */
export const sampleArguments: readonly ValuesByType[] = [
  {
    string: `  snowman ☃ and "quotes", <b>&amp;&#39;</b>, 😀, https://x.test/?a=%2C+b ${invisible} {{x}} \${x} <%= x %> %s $1`,
    number: -1234.56789,
    boolean: false,
    object: { nested: { deeper: [1, null, { empty: {} }] }, text: '', camelCase: 1, 'two words': 2 },
    array: ['a', true, null, ['b'], '007', 'null', '2026-01-31T09:00:00+02:00', 2, 2 ** 40, 1.5e-7, 'a', 2, -7],
  },
  { string: '', number: 0, boolean: false, object: {}, array: [] },
  { string: '=1+1 100%% C:\\new', number: 1e300, boolean: true, object: { 0: 'a', 1: 'b' }, array: ['only'] },
  {
    string: '\ufeffmark, and what decoding left: \ufffd',
    object: { ...oddNames, texts: textsLikeValues, sum: 0.1 + 0.2, long: 2 ** 60, longer: 2 ** 64 },
    array: [['only']],
  },
  { string: `<script>x</script> ' OR 1=1 -- ../../x`, number: 2 ** 64 },
  { string: '2026-01-31T07:00:00Z', number: 2 ** 53 },
  // Equal in languages in which a truth value is a number.
  { object: { same: 1 }, array: [0] },
  { object: { same: true }, array: [false] },
  { string: '2026-01-31', object: { deep: deepObject(12), ...manyMembers(101) }, array: digits(101) },
  { string: '0', object: { deep: deepObject(24) }, array: [...digits(2001), deepList(24)] },
]

function digits(length: number): unknown[] {
  return Array.from({ length }, (_, index) => index % 10)
}

function manyMembers(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`member ${index}`, index]))
}

function deepList(levels: number): unknown {
  return levels === 0 ? 'end' : [deepList(levels - 1)]
}

function deepObject(levels: number): unknown {
  return levels === 0 ? 'end' : { level: deepObject(levels - 1) }
}

/** Runs the echo workflow with arguments, and fails the rule unless each comes back as it was sent. */
export async function expectEchoed(target: Target, args: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args })
  expectStatus(exchange, 200, `a run with ${Object.keys(args).join(', ')}`)
  await expectArguments(exchange, args)
  return exchange
}

/** Fails the rule unless the result of a run has the arguments that were sent. */
export async function expectArguments(exchange: Exchange, args: NonNullable<RunCall['args']>): Promise<void> {
  objectBody(exchange)
  // As numbers: the body of an exchange has the digits of those that are too long to be told apart.
  const { result } = JSON.parse(exchange.text.replace(/^\ufeff/, ''))
  await inEach(Object.entries(args), async ([name, value]) => {
    const found = isObject(result) && Object.hasOwn(result, name) ? result[name] : undefined
    const difference = firstDifference(value, found)
    if (difference === undefined) return
    throw new RuleViolation(
      (redact) => `expected argument ${name} back as it was sent, found ${describeDifference(difference, redact)}`,
      exchange,
    )
  })
}

/** How much of a long text is quoted, in characters. */
const LONGEST_QUOTED = 100

function describeDifference({ found, pointer, sent }: Difference, redact: Redact): string {
  const place = pointer === '' ? '' : ` at ${pointer}`
  if (typeof sent === 'string' && typeof found === 'string' && sent.length > LONGEST_QUOTED) {
    const back = [...redact(found)]
    const characters = [...sent, '']
    const differs = characters.findIndex((character, index) => character !== back[index])
    const [isThere, belongsThere] = [back, characters].map((all) => JSON.stringify(all.slice(differs, differs + 10).join('')))
    const length = `${found.length} characters instead of ${sent.length}`
    return `${length}, ${isThere} instead of ${belongsThere} from character ${differs} on${place}`
  }
  return `${quote(found, redact)} instead of ${quote(sent, redact)}${place}`
}

function quote(value: unknown, redact: Redact): string {
  return excerpt(redact(JSON.stringify(value) ?? 'nothing'), LONGEST_QUOTED)
}
