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

/** Every field of a world file, from the schema that editors and the server read: a table for each object. */
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

/** What tells one alternative from the others, as `kind: latency`. */
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
