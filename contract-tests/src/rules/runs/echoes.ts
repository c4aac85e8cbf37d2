import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { type RunRequest, runWorkflow } from '../../requests.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { type Difference, expectObjectBody, expectStatus, firstDifference, isObject, verifyEach } from '../expectations.ts'
import { RuleViolation } from '../rule.ts'

/** The types that an argument may have (section 2.2). */
const parameterTypes = ['string', 'number', 'boolean', 'object', 'array'] as const satisfies readonly ParameterType[]

/**
 * Returns the name of the parameter of the echo workflow that has a type.
 *
 * @throws {NotDeclared} if the workflow has no such parameter.
 */
export function parameterOf({ fixtures }: Target, type: ParameterType): string {
  const name = fixtures.echo.parameters[type]
  if (name === undefined) throw new NotDeclared(`the target declares no fixtures.echo.parameters.${type}`)
  return name
}

/** The values of arguments, by the types of their parameters. */
export type ValuesByType = Readonly<Partial<Record<ParameterType, unknown>>>

/** Creates arguments of the echo workflow from values. It leaves out each value whose type has no parameter. */
export function argumentsOf({ fixtures }: Target, values: ValuesByType): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const type of parameterTypes) {
    const name = fixtures.echo.parameters[type]
    if (name !== undefined && type in values) args[name] = values[type]
  }
  return args
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
  // Some JSON readers create an object of the class that these members name.
  ...{ json_class: 'String', '@class': 'java.lang.String', $type: 'System.String' },
}

/**
 * Values of every type that programs between client and workflow are known to change. Examples are texts that look like
 * another type, large and small numbers, reserved names of a language or a database, long lists, and deeply nested data.
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
  // In some languages, a boolean equals a number.
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

/** Runs the echo workflow with arguments, and fails the rule unless the result has each argument unchanged. */
export async function expectEchoed(target: Target, args: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args })
  expectStatus(exchange, 200, `a run with ${Object.keys(args).join(', ')}`)
  await expectArguments(exchange, args)
  return exchange
}

/** Fails the rule unless the result of a run has the arguments that were sent. */
export async function expectArguments(exchange: Exchange, args: NonNullable<RunRequest['args']>): Promise<void> {
  expectObjectBody(exchange)
  // The text is parsed again, because the body of an exchange has long numbers as strings.
  const { result } = JSON.parse(exchange.text.replace(/^\ufeff/, ''))

  await verifyEach(Object.entries(args), async ([name, sentValue]) => {
    const foundValue = isObject(result) && Object.hasOwn(result, name) ? result[name] : undefined
    const difference = firstDifference(sentValue, foundValue)
    if (difference === undefined) return

    const describe = (redact: Redact) =>
      `expected argument ${name} unchanged in the result, found ${describeDifference(difference, redact)}`
    throw new RuleViolation(describe, exchange)
  })
}

/** How much of a long text is quoted, in characters. */
const LONGEST_QUOTE = 100

function describeDifference({ found, pointer, sent }: Difference, redact: Redact): string {
  const place = pointer === '' ? '' : ` at ${pointer}`

  const isLongText = typeof sent === 'string' && typeof found === 'string' && sent.length > LONGEST_QUOTE
  if (isLongText) return `${describeTextDifference(sent, found, redact)}${place}`
  return `${quote(found, redact)} instead of ${quote(sent, redact)}${place}`
}

/** Describes where two long texts begin to differ, with ten characters of each. */
function describeTextDifference(sent: string, found: string, redact: Redact): string {
  const foundCharacters = [...redact(found)]
  const sentCharacters = [...sent, '']
  const index = sentCharacters.findIndex((character, position) => character !== foundCharacters[position])

  const quoteFrom = (characters: readonly string[]) => JSON.stringify(characters.slice(index, index + 10).join(''))
  const lengths = `${found.length} characters instead of ${sent.length}`
  return `${lengths}, ${quoteFrom(foundCharacters)} instead of ${quoteFrom(sentCharacters)} from character ${index} on`
}

function quote(value: unknown, redact: Redact): string {
  return excerpt(redact(JSON.stringify(value) ?? 'nothing'), LONGEST_QUOTE)
}
