import { type Requirement, requirements } from '@wfhost/openapi'
import { listMarks } from '../../../../openapi/generate/list-marks.ts'
import type { DriftCheck } from '../drift-check.ts'

const known: readonly Requirement[] = requirements

/** The document against the register: it marks what the register says, where it says, and in the way that evidence asks. */
export const register: DriftCheck = {
  name: 'register',
  find: ({ document }) => {
    const marks = listMarks(document)
    const unknown = marks.filter(({ id }) => !known.some((row) => row.id === id)).map(({ id }) => `${id} is not registered`)
    const wrong = marks
      .filter(({ id, kind }) => known.some((row) => row.id === id && (row.evidence === 'N') !== (kind === 'x-unspecified')))
      .map(({ id, kind, place }) => `${id} is marked by ${kind} at ${place}`)
    const moved = known
      .filter(({ id, places = [] }) => {
        const found = new Set(marks.filter((mark) => mark.id === id).map(({ place }) => place))
        return found.size !== places.length || places.some((place) => !found.has(place))
      })
      .map(({ id }) => `${id} is not where the register says`)
    return [...unknown, ...wrong, ...moved, ...incompleteGuesses(document, '')]
  },
}

function incompleteGuesses(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'x-unspecified' && Array.isArray(member)
      ? member.filter((guess) => !guess.source || !guess.choice).map(() => `the guess at ${place} lacks its source or its choice`)
      : incompleteGuesses(member, `${place}/${name}`),
  )
}
