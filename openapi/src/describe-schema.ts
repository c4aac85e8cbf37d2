/** What a schema expects, for a message: its title, its values, or its type. */
export function describeSchema(schema: unknown): string {
  const { title, enum: values, type }: Readonly<Record<string, unknown>> = Object(schema)
  if (typeof title === 'string') return title
  if (Array.isArray(values)) return describeChoice(values)
  if (Array.isArray(type)) return describeChoice(type)
  return typeof type === 'string' ? withArticle(type) : 'any JSON'
}

/** A choice among values. A single string stands in quotes, so that it does not read as a description. */
export function describeChoice(values: readonly unknown[]): string {
  return values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.join(', ')}`
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
}
