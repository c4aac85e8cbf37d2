import type { Help } from '@commander-js/extra-typings'
import { readDuration } from '@wfhost/internal/command-line'
import { readJsonOrText } from '../../core/json.ts'
import type { toJsonSchema } from '../../schema/check.ts'
import { CommandLineError } from '../exit-codes.ts'
import { isDuration, toCommandLineName } from '../member-words.ts'

/** A member of the input of an operation: an argument or an option of its command. */
export interface Member {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

export type Schema = ReturnType<typeof toJsonSchema>

/** Lists the members of an input. The variants of a union, such as the kinds of faults, are combined. */
export function listMembers(schema: Schema): Member[] {
  const variants = (schema.oneOf ?? schema.anyOf ?? [schema]) as readonly Schema[]
  const members = new Map<string, Member>()
  for (const { properties = {} } of variants) {
    for (const [name, memberSchema] of Object.entries(properties)) {
      if (typeof memberSchema !== 'object') continue
      const required = variants.every((variant) => variant.required?.includes(name))
      const isDiscriminator = required && variants.length > 1
      members.set(name, { name, required, schema: isDiscriminator ? kindSchema : memberSchema })
    }
  }
  return [...members.values()]
}

/** The member that names one of the kinds, which `formatKinds` lists. */
const kindSchema: Schema = { type: 'string', description: 'one of the kinds below' }

/** Formats the kinds of an input for the help, such as `latency` of a fault, with what each does. Empty for an input without kinds. */
export function formatKinds(schema: Schema, help: Help): string {
  const variants = (schema.oneOf ?? []) as readonly Schema[]
  const kinds = variants.map(({ description = '', properties }) => {
    return { name: String(Object(properties?.['kind']).const), description }
  })
  if (kinds.length === 0) return ''

  const nameWidth = Math.max(...kinds.map(({ name }) => name.length))
  const lines = kinds.map(({ description, name }) => help.formatItem(name, nameWidth, description, help))
  return ['', 'Kinds:', ...lines].join('\n')
}

/** Describes an argument or option for the help. A value that is not plain is written as JSON. */
export function describe(schema: Schema, member: string): string {
  const { description = '', type } = schema
  if (isDuration(member)) return `${description.replace(', in milliseconds', '')} Such as 30s or 500ms.`
  const isPlain = type !== undefined && type !== 'object' && type !== 'array'
  return isPlain ? description : `${description} JSON${describeShape(schema)}`.trim()
}

/** Gives an example of a JSON value, or else the names of its members. */
function describeShape({ anyOf = [], examples: [example] = [], properties }: Schema): string {
  if (example !== undefined) return ` such as ${JSON.stringify(example)}`
  const members = properties ?? anyOf.map((variant) => Object(variant).properties).find(Boolean)
  return members === undefined ? '' : `: {${Object.keys(members).join(', ')}}`
}

/**
 * Reads a word of the command line: as text if the schema expects text, and otherwise as JSON if it is JSON.
 *
 * @throws {CommandLineError} for a duration with an unknown unit.
 */
export function readValue(text: string, member: Member): unknown {
  const { name, schema } = member
  if (isDuration(name)) return readDurationOf(member, text)
  return schema.type === 'string' ? text : readJsonOrText(text)
}

function readDurationOf({ name }: Member, text: string): unknown {
  const durationMs = readDuration(text) ?? readJsonOrText(text)
  // The server checks the range of a number, such as a negative one.
  if (typeof durationMs === 'number') return durationMs

  const expected = 'expected a duration such as 500ms, 30s, 5m or 1h, or a number of milliseconds'
  throw new CommandLineError(`Cannot use ${text} as ${toCommandLineName(name)}: ${expected}`)
}

export function describePlaceholder({ type }: Schema, member: string): string {
  if (type === 'boolean') return ''
  return isDuration(member) ? '<duration>' : '<value>'
}

export function toHyphens(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
