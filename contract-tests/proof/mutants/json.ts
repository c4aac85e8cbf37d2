/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object in a text; undefined when it has none. */
export function parseObject(text: string): Json | undefined {
  const value = parse(text)
  return isObject(value) ? value : undefined
}

/** The value in a text; undefined when it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object without some of its members. */
export function without(object: unknown, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(Object(object)).filter(([name]) => !names.includes(name)))
}

/** The value with every leaf and object in it changed, from the inside out. */
export function deep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item: unknown) => deep(item, change)))
  if (!isObject(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([name, child]) => [name, deep(child, change)])))
}
