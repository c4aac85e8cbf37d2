/** The ids that a client may choose: they need no encoding in a path. */
export const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/** The message for an invalid id. */
export function idExpected(id: string): string {
  return `Cannot create world "${id}": expected an id of 1 to 64 letters, digits, "_" and "-"`
}

/** The id of the world in the path of an API request; undefined for the world at `/`. */
export function worldIdOf(path: string): string | undefined {
  return /^\/worlds\/([^/]+)\//.exec(path)?.[1]
}
