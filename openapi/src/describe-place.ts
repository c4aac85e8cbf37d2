/** A JSON pointer as a path that people write: `/args/2/value` is `args[2].value`, and nothing is `body`. */
export function describePlace(pointer: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((token) => segment(token.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('')
  return path === '' ? 'body' : path.replace(/^\./, '')
}

/** The place of a member of a place. */
export function memberPlace(pointer: string, name: string): string {
  return describePlace(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

function segment(token: string): string {
  if (/^\d+$/.test(token)) return `[${token}]`
  return /^[A-Za-z_$][\w$-]*$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`
}
