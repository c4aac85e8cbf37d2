import { isJsonObject, type JsonObject } from './json-object.ts'

/** An element of the document that names a requirement. */
export interface Mark {
  readonly id: string
  /** JSON pointer of the element. */
  readonly place: string
  /** How the element names it: as what it carries, or as a question that the source leaves open. */
  readonly kind: 'x-requirements' | 'x-unspecified'
}

/** Every place where the document names a requirement, in the order of the document. */
export function listMarks(document: JsonObject): Mark[] {
  return marksBelow(document, '')
}

function marksBelow(value: unknown, place: string): Mark[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => marksBelow(item, `${place}/${index}`))
  if (!isJsonObject(value)) return []
  const below = Object.entries(value).filter(([name]) => !isMark(name) && name !== 'examples')
  return [
    ...list(value['x-requirements']).map((id): Mark => ({ id: String(id), place, kind: 'x-requirements' })),
    ...list(value['x-unspecified']).map(
      (entry): Mark => ({ id: String(Object(entry).requirement), place, kind: 'x-unspecified' }),
    ),
    ...below.flatMap(([name, member]) => marksBelow(member, `${place}/${escapeName(name)}`)),
  ]
}

function isMark(name: string): boolean {
  return name === 'x-requirements' || name === 'x-unspecified'
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
