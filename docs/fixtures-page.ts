// Writes the page of the fixtures from the schema of a configuration and from the needs of the checks.
import { checks } from '@wfhost/contract-tests'
import { stringify } from 'yaml'

/** A part of the JSON Schema of configurations. */
export interface FixtureSchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, FixtureSchema>>
  readonly required?: readonly string[]
  readonly items?: FixtureSchema
  readonly examples?: readonly unknown[]
}

/**
 * Writes every fixture of the JSON Schema of configurations: its description, its members, an example, and its use in the
 * checks.
 */
export function writeFixturesPage({ properties: members = {} }: FixtureSchema): string {
  const fixtures = Object.entries(members['fixtures']?.properties ?? {})
  const intro = [
    'A fixture is test data on your server that the configuration declares under `fixtures`.',
    'A check whose fixture is missing is blocked, and the verdict is then INCOMPLETE.',
    'A name in braces, as in `$' + '{ECHO_KEY}`, is a variable of the environment: no report shows keys that come from one.',
    '`wfhost-conformance schema` prints the JSON Schema of a configuration, for editors.',
  ]
  return ['# Fixtures', intro.join(' '), ...fixtures.map(([name, schema]) => sectionOf(name, schema)), ''].join('\n\n')
}

function sectionOf(name: string, schema: FixtureSchema): string {
  const rows = rowsOf(schema, '')
  const table = ['| member | type | required | description |', '|---|---|---|---|', ...rows].join('\n')
  const [example] = schema.examples ?? []
  return [
    `## ${name}`,
    sentence(schema.description ?? ''),
    ...(rows.length === 0 ? [] : [table]),
    `\`\`\`yaml\n${stringify({ fixtures: { [name]: example } }, { lineWidth: 0 }).trim()}\n\`\`\``,
    effectsOf(name),
  ].join('\n\n')
}

function rowsOf(schema: FixtureSchema, path: string): string[] {
  if (schema.items !== undefined) return rowsOf(schema.items, `${path}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const memberPath = path === '' ? name : `${path}.${name}`
    const required = schema.required?.includes(name) === true ? 'yes' : ''
    const cells = [`\`${memberPath}\``, typeOf(member), required, sentence(member.description ?? '')]
    return [`| ${cells.join(' | ')} |`, ...rowsOf(member, memberPath)]
  })
}

function typeOf({ items, type }: FixtureSchema): string {
  return items === undefined ? (type ?? 'any JSON') : `list of ${typeOf(items)}s`
}

/** Describes the other needs of the checks with a fixture, and the number of their requests. */
function effectsOf(name: string): string {
  const own = checks.filter(({ needs }) => needs.fixtures.some((fixture) => fixture === name))
  if (own.length === 0) return 'No check requires it; it makes checks of manifests exact.'
  const permissions = [...new Set(own.flatMap((check) => check.permissions))].map((permission) => `\`${permission}\``)
  const hooks = [...new Set(own.flatMap(({ needs }) => needs.hooks))].map((hook) => `\`${hook}\``)
  const runs = own.reduce((sum, { needs }) => sum + needs.runs, 0)
  const executions = own.reduce((sum, { needs }) => sum + needs.executions, 0)
  const lines = [
    `The checks with this fixture send at most ${counted(runs, 'run')} and ${counted(executions, 'execution')}.`,
    permissions.length === 0 ? '' : `All of them together need \`allow\` with ${permissions.join(', ')}.`,
    hooks.length === 0 ? '' : `Some of them call the hooks ${hooks.join(', ')}.`,
    `Checks: ${own.map(({ id }) => `\`${id}\``).join(', ')}.`,
  ]
  return lines.filter((line) => line !== '').join(' ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a description of the schema as a sentence in a cell of a table. */
function sentence(description: string): string {
  if (description === '') return ''
  const text = description.replaceAll('|', '\\|')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
