import { hasName } from './leaves.ts'

/** Whether a JSON value names something. */
export type Naming = (value: unknown, name: string) => boolean

/**
 * How a manifest writes the names that are sure to be in it: each for itself or, where it does not, as a part of longer
 * identifiers such as `mail.send` or `mail/send@1.1.0`. No document shows how (MAN-BODY).
 */
export function namingOf(manifest: unknown, sure: readonly string[]): Naming {
  return sure.every((name) => hasName(manifest, name)) ? hasName : namesWithin
}

function namesWithin(value: unknown, name: string): boolean {
  if (typeof value === 'string') return isPart(value, name)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => isPart(key, name) || namesWithin(child, name))
}

/** A sentence that has a word in it names nothing. */
function isPart(identifier: string, name: string): boolean {
  if (/\s/.test(identifier)) return identifier === name
  const ends = identifier.split(name)
  return ends.some((before, index) => {
    const after = ends[index + 1]
    return after !== undefined && !/[\p{L}\p{N}-]$/u.test(before) && !/^[\p{L}\p{N}-]/u.test(after)
  })
}
