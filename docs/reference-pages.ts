// Writes the reference pages from the register and from the schema of world files.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from '@wfhost/contract-tests'
import { type Requirement, requirements } from '@wfhost/openapi'

const evidenceNames = { D: 'documented', R: 'derived', N: 'not shown' }

/** The chapters of the source document, by their numbers. */
const chapters: Readonly<Record<string, string>> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
  Naming: 'The name of the product',
}

/** Writes the register by the chapters of the source document, with the checks of each requirement. */
export function writeRequirementsPage(root: string, repository: string): string {
  const files = globSync('contract-tests/src/rules/**/*.ts', { cwd: root, exclude: ['**/*.{mutants,test}.ts'] })
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const counted = Object.entries(evidenceNames).map(
    ([evidence, name]) => `${requirements.filter((row) => row.evidence === evidence).length} ${name}`,
  )
  const sections = Object.entries(chapters).flatMap(([chapter, title]) => {
    const rows = requirements.filter(({ section }) => chapterOf(section) === chapter)
    const lines = rows.map((row) =>
      lineOf(row, (name) => `${repository}/${texts.find(({ text }) => text.includes(`'${name}':`))?.file}`),
    )
    const table = ['| requirement | section | evidence | statement |', '|---|---|---|---|', ...lines].join('\n')
    return lines.length === 0 ? [] : [`## ${chapter} ${title} {#section-${chapter.toLowerCase()}}`, table]
  })
  return [
    '# Requirements',
    `Every statement of the source document that a client, a server or a tester can act on: ${counted.join(', ')}. Where the source document is silent, the reference server makes an assumption, and the client accepts other choices. Each requirement is listed under the first section that has it.`,
    ...sections,
    '',
  ].join('\n\n')
}

function lineOf(
  { choice, evidence, id, section, statement, unobservable }: Requirement,
  fileOf: (name: string) => string,
): string {
  const own = checks
    .filter(({ force, requirement }) => force === 'must' && requirement === id)
    .map((check) => `[${check.id}](${fileOf(id + check.id.slice(id.length))})`)
  const more = [
    choice && `Our choice: ${choice}`,
    unobservable && `Not checked: ${unobservable}`,
    own.length > 0 && `Checked by ${own.join(', ')}.`,
  ].filter(Boolean)
  const cells = [
    `\`${id}\` {#${id.toLowerCase()}}`,
    section.replace(/([A-Z1-9])[^,]*/g, (place, chapter) => `[${place}](#section-${chapter === 'N' ? 'naming' : chapter})`),
    evidenceNames[evidence],
    [statement, ...more].join(' ').replaceAll('|', '\\|').replace(/\s+/g, ' '),
  ]
  return `| ${cells.join(' | ')} |`
}

function chapterOf(section: string): string {
  return /^\w+/.exec(section)?.[0] ?? section
}

/** A part of the JSON Schema of world files. */
interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Writes every field of a world file, from the schema that editors and the server use: a table for each object. */
export function writeWorldFilePage(schema: Schema): string {
  const intro = 'Every field, from the schema that the server reads and `wfhost-mock schema` prints for editors.'
  return ['# World files', intro, ...sectionsOf(schema, ''), ''].join('\n\n')
}

function sectionsOf(schema: Schema, path: string): string[] {
  if (schema.items !== undefined) return sectionsOf(schema.items, `${path}[]`)
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) {
    return alternatives.flatMap((each) => sectionsOf(each, path + tagOf(each)))
  }
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return []
  const rows = fields.map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'yes' : ''
    const preset = field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``
    return `| \`${name}\` | ${typeOf(field)} | ${required} | ${preset} | ${(field.description ?? '').replaceAll('|', '\\|')} |`
  })
  return [
    `## ${path === '' ? 'The file' : `\`${path.replace(/^\./, '')}\``}`,
    ['| field | type | required | default | description |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...fields.flatMap(([name, field]) => sectionsOf(field, `${path}.${name}`)),
  ]
}

/** The label that distinguishes an alternative, such as `kind: latency`. */
function tagOf({ properties = {} }: Schema): string {
  const [tag] = Object.entries(properties).filter(([, field]) => field.const !== undefined)
  return tag === undefined ? '' : ` with ${tag[0]}: ${tag[1].const}`
}

function typeOf(field: Schema): string {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.enum !== undefined) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const alternatives = [...(field.anyOf ?? []), ...(field.oneOf ?? [])]
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ')
  if (field.items !== undefined) return `list of ${typeOf(field.items)}`
  return field.type ?? 'any JSON'
}
