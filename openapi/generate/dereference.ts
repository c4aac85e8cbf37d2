import { type DocumentNode, objectAt } from './read-document.ts'

/**
 * Makes a function that replaces every reference below a value by what it refers to, without annotations. What is
 * referred to twice is one object both times, so that it is compiled once.
 */
export function createDereference(document: DocumentNode): (value: unknown) => unknown {
  const resolved = new Map<string, unknown>()

  function dereference(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(dereference)
    if (typeof value !== 'object' || value === null) return value
    const reference: unknown = Reflect.get(value, '$ref')
    if (typeof reference === 'string') return followed(reference)
    const kept = Object.entries(value).filter(([name]) => !isAnnotation(name))
    return Object.fromEntries(kept.map(([name, member]) => [name, name === 'properties' ? properties(member) : dereference(member)]))
  }

  // A property may be called description, so the names below properties are never annotations.
  function properties(value: unknown): DocumentNode {
    const entries = Object.entries(objectAt(value, 'properties'))
    return Object.fromEntries(entries.map(([name, member]) => [name, dereference(member)]))
  }

  function followed(reference: string): unknown {
    if (!resolved.has(reference)) {
      resolved.set(reference, undefined)
      resolved.set(reference, dereference(locate(document, reference)))
    }
    const target = resolved.get(reference)
    if (target === undefined) throw new Error(`Cannot dereference ${reference}: it refers to itself`)
    return target
  }

  return dereference
}

function isAnnotation(name: string): boolean {
  return name.startsWith('x-') || ['description', 'summary', 'example', 'examples', 'default'].includes(name)
}

function locate(document: DocumentNode, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => {
      const next = objectAt(node, reference)[name.replaceAll('~1', '/').replaceAll('~0', '~')]
      if (next === undefined) throw new Error(`Cannot dereference ${reference}: there is no ${name}`)
      return next
    }, document)
}
