/** The id of the world that a request to the API names by its path; undefined for the one at `/`. */
export function worldIdOf(path: string): string | undefined {
  return /^\/worlds\/([^/]+)\//.exec(path)?.[1]
}
