/**
 * Finds the members of an object whose names are unknown, such as a misspelt option. Ignores members that are undefined: JSON has no
 * such members, and code often passes an optional value like this.
 *
 * @param isKnown whether a schema, or a table of options, has a name
 */
export function findUnknownNames(value: object, isKnown: (name: string) => boolean): readonly string[] {
  return Object.keys(value).filter((name) => Reflect.get(value, name) !== undefined && !isKnown(name))
}
