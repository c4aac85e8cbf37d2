import { isJsonObject } from '../generate/document.ts'

const replacements: readonly unknown[] = [
  null,
  true,
  0,
  '',
  'success',
  'failed',
  [],
  {},
  { status: 'success' },
  { status: 'failed' },
]

/** Lists the value with each part replaced, removed, or joined by an unknown member, one at a time and at every depth. */
export function listMutations(value: unknown): unknown[] {
  return [...replacements, ...mutationsInside(value)]
}

function mutationsInside(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      value.toSpliced(index, 1),
      ...listMutations(item).map((mutation) => value.with(index, mutation)),
    ])
  }
  if (!isJsonObject(value)) return []
  const members = Object.entries(value)
  return [
    ...replacements.map((replacement) => ({ ...value, stranger: replacement })),
    ...replacements.map((replacement) => ({ ...value, status: replacement })),
    ...members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name))),
    ...members.flatMap(([name, member]) => listMutations(member).map((mutation) => ({ ...value, [name]: mutation }))),
  ]
}
