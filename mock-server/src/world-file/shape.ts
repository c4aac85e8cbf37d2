import { didYouMean, nearestName } from '../core/nearest-name.ts'

/** The part of JSON Schema 2020-12 that describes a world file. Objects may have no other members. */
export interface Shape {
  readonly $schema?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape
  readonly required?: readonly string[]
  /** The members of which exactly one must be given. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
  readonly items?: Shape
}

/** A violation of the schema of a world file. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Validates a value. */
export function shapeProblems(shape: Shape, value: unknown): ShapeProblem[] {
  return problemsAt(shape, { value, path: [] })
}

interface Place {
  readonly value: unknown
  readonly path: readonly (string | number)[]
}

function problemsAt(shape: Shape, place: Place): ShapeProblem[] {
  const { path, value } = place
  if (shape.type !== undefined && !isOfType(shape.type, value))
    return [{ path, message: `expected ${shape.type}, found ${shown(value)}` }]
  if (typeof value === 'string') return textProblems(shape, { path, value })
  if (typeof value === 'number') return numberProblems(shape, { path, value })
  if (Array.isArray(value)) {
    const { items = {} } = shape
    return value.flatMap((item: unknown, index) => problemsAt(items, { value: item, path: [...path, index] }))
  }
  return typeof value === 'object' && value !== null ? objectProblems(shape, { path, value }) : []
}

function numberProblems(
  { maximum = Infinity, minimum = -Infinity }: Shape,
  { path, value }: { readonly path: Place['path']; readonly value: number },
): ShapeProblem[] {
  if (value < minimum) return [{ path, message: `expected at least ${minimum}, found ${value}` }]
  return value > maximum ? [{ path, message: `expected at most ${maximum}, found ${value}` }] : []
}

function textProblems(shape: Shape, { path, value }: { readonly path: Place['path']; readonly value: string }): ShapeProblem[] {
  if (shape.enum !== undefined && !shape.enum.includes(value)) {
    return [{ path, message: `expected one of ${shape.enum.join(', ')}, found "${value}"${didYouMean(value, shape.enum)}` }]
  }
  return value.length < (shape.minLength ?? 0) ? [{ path, message: 'expected some text, found none' }] : []
}

function objectProblems(shape: Shape, { path, value }: { readonly path: Place['path']; readonly value: object }): ShapeProblem[] {
  const { additionalProperties, oneOf, properties, required = [] } = shape
  const problems: ShapeProblem[] = []
  for (const name of required)
    if (!Object.hasOwn(value, name)) problems.push({ path, message: `expected "${name}", found none; add it` })
  const alternatives = (oneOf ?? []).flatMap((alternative) => alternative.required)
  const given = alternatives.filter((name) => Object.hasOwn(value, name))
  if (alternatives.length > 0 && given.length !== 1) {
    const found = given.length === 0 ? 'none; add one' : `${given.join(' and ')}; keep one`
    problems.push({ path, message: `expected one of ${alternatives.join(', ')}, found ${found}` })
  }
  if (properties === undefined && additionalProperties === undefined) return problems
  for (const [name, member] of Object.entries(value)) {
    const inner = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (inner !== undefined) problems.push(...problemsAt(inner, { value: member, path: [...path, name] }))
    else
      problems.push({
        path: [...path, name],
        message: `nothing is called "${name}" here${suggestion(name, Object.keys(properties ?? {}))}`,
      })
  }
  return problems
}

function isOfType(type: NonNullable<Shape['type']>, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' ? 'object' : `${typeof value} ${JSON.stringify(value)}`
}

/** The end of a message that suggests the nearest name, or lists the known names if they are few. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest !== undefined
    ? `; did you mean "${nearest}"?`
    : known.length > 0 && known.length <= 12
      ? `; use ${known.join(', ')}`
      : ''
}

/** A path as it is written in a message. */
export function shownPath(path: readonly (string | number)[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return text.replace(/^\./, '')
}

/** A problem with its path in front, if it has one. */
export function shownProblem({ message, path }: ShapeProblem): string {
  return path.length === 0 ? message : `${shownPath(path)}: ${message}`
}
