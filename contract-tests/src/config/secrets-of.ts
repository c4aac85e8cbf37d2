/** Everything in fixtures that is called a key or a session, by the name of the variable that stands in for it. */
export function secretsOf(value: unknown, name = 'WFHOST'): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.entries(value).reduce<Record<string, string>>((found, [member, child]) => {
    const path = `${name}_${member.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
    const own = typeof child === 'string' && /^(key|sessionCookie)$/.test(member) ? { [path]: secretPart(child) } : {}
    return Object.assign(found, own, secretsOf(child, path))
  }, {})
}

/** Of a cookie only the value is a secret: its name may be anywhere. */
function secretPart(text: string): string {
  return text.slice(text.indexOf('=') + 1)
}
