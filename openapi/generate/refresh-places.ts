import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import type { JsonObject } from './json-object.ts'
import { listMarks } from './list-marks.ts'

/** Puts into each row of the register the places of the document that name it. All else in the register stays. */
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
