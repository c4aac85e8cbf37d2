/** Finds an element of the page by its id. */
export function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`Cannot open the playground: it has no ${id}`)
  return found
}
