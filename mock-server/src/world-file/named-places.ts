import { type ShapeProblem, shownPath, suggestion } from './shape.ts'

/** A place in a world file. */
export type Path = ShapeProblem['path']

/** A name and its path. */
export interface NamedPlace {
  readonly name: string
  readonly path: Path
}

/** The names in one member of the items of a list; items without it are left out. */
export function namesOf(
  items: readonly object[],
  { member, path }: { readonly member: string; readonly path: Path },
): NamedPlace[] {
  return items.flatMap((item, index) => {
    const name: unknown = Reflect.get(item, member)
    return typeof name === 'string' ? [{ name, path: [...path, index, member] }] : []
  })
}

/** The problems of names that occur more than once. */
export function repetitions(places: readonly NamedPlace[]): ShapeProblem[] {
  const first = new Map<string, Path>()
  return places.flatMap(({ name, path }) => {
    const taken = first.get(name)
    if (taken === undefined) first.set(name, path)
    return taken === undefined ? [] : [{ path, message: `"${name}" is taken by ${shownPath(taken)}; choose another` }]
  })
}

/** The problem of a name that is not defined. */
export function unknownName(
  place: NamedPlace,
  { known, what }: { readonly what: string; readonly known: readonly string[] },
): ShapeProblem[] {
  if (known.includes(place.name)) return []
  const remedy = suggestion(place.name, known) || (known.length === 0 ? '; add it' : '')
  return [{ path: place.path, message: `there is no ${what} "${place.name}"${remedy}` }]
}
