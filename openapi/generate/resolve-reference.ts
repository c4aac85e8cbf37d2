import type { JsonObject } from './json-object.ts'

/** What a local reference such as `#/components/schemas/Argument` refers to. */
export function resolveReference(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`Cannot resolve ${reference}: the document refers to itself only, by #/…`)
  const names = reference.slice(2).split('/').map(unescapeName)
  return names.reduce<unknown>((node, name) => {
    if (typeof node === 'object' && node !== null && Object.hasOwn(node, name)) return Reflect.get(node, name)
    throw new Error(`Cannot resolve ${reference}: there is no ${name}`)
  }, document)
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
