// Replaces connection-watch.ts in bundles for browsers (the field `browser` of package.json): a browser reports nothing about
// connections.

export function watchConnection(): undefined {
  return undefined
}

export function isFetchOfNode(): false {
  return false
}
