import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { isJsonObject, type JsonObject } from './document.ts'

export interface Mark {
  readonly id: string
  /** JSON pointer of the element. */
  readonly place: string
  /** Whether the element covers the requirement, or marks an open question. */
  readonly kind: 'x-requirements' | 'x-unspecified'
}

/** Lists every place where the document names a requirement, in the order of the document. */
export function listMarks(document: JsonObject): Mark[] {
  return marksBelow(document, '')
}

function marksBelow(value: unknown, place: string): Mark[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => marksBelow(item, `${place}/${index}`))
  if (!isJsonObject(value)) return []
  const below = Object.entries(value).filter(([name]) => !isMark(name) && name !== 'examples')
  return [...marksOf(value, place), ...below.flatMap(([name, member]) => marksBelow(member, `${place}/${escapeName(name)}`))]
}

export function marksOf(element: JsonObject, place: string): Mark[] {
  return [
    ...list(element['x-requirements']).map((id): Mark => ({ id: String(id), place, kind: 'x-requirements' })),
    ...list(element['x-unspecified']).map(
      (entry): Mark => ({ id: String(Object(entry).requirement), place, kind: 'x-unspecified' }),
    ),
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

/** Writes the places of each requirement into its row of the register. Everything else in the register stays. */
export function refreshPlaces(register: string, document: JsonObject): string {
  const marks = listMarks(document)
  const rows = parseDocument(register)
  if (!isSeq(rows.contents)) throw new Error('Cannot read requirements.yaml: expected a list of requirements')
  for (const row of rows.contents.items) {
    if (!isMap(row)) throw new Error('Cannot read requirements.yaml: expected each requirement to be an object')
    const id = String(row.get('id'))
    setPlaces(row, [...new Set(marks.filter((mark) => mark.id === id).map(({ place }) => place))])
  }
  return rows.toString({ lineWidth: 120, singleQuote: true })
}

function setPlaces(row: YAMLMap, places: readonly string[]): void {
  if (places.length > 0) row.set('places', places)
  else row.delete('places')
}
