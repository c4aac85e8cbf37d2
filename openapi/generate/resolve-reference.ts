import { type JsonObject, objectAt } from './json-object.ts'

/** What a local reference such as `#/components/schemas/Argument` refers to. */
export function resolveReference(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`Cannot resolve ${reference}: the document refers to itself only, by #/…`)
  const names = reference.slice(2).split('/').map(unescapeName)
  return names.reduce<unknown>((node, name) => {
    const parent = objectAt(node, reference)
    if (Object.hasOwn(parent, name)) return parent[name]
    throw new Error(`Cannot resolve ${reference}: there is no ${name}`)
  }, document)
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
