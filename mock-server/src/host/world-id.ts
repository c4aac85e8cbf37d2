/** What a client may call a world: it stands in paths as it is. */
export const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/** Why a world cannot have an id. */
export function idExpected(id: string): string {
  return `Cannot create world "${id}": expected an id of 1 to 64 letters, digits, "_" and "-"`
}

/** The id of the world that a request to the API names by its path; undefined for the one at `/`. */
export function worldIdOf(path: string): string | undefined {
  return /^\/worlds\/([^/]+)\//.exec(path)?.[1]
}
