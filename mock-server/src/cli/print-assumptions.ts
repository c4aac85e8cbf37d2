import { listAssumptions } from '../core/assumptions.ts'
import type { Profile } from '../core/profile.ts'

/** The open questions and the choices of a profile, as text or JSON. */
export function printAssumptions(profile: Partial<Profile>, { json }: { readonly json: boolean }): string {
  const assumptions = listAssumptions(profile)
  if (json) return JSON.stringify(assumptions, null, 2)
  const entries = assumptions.map(({ options, question, requirement }) => {
    const lines = options.map(({ choices, name, value }) => {
      return `    ${name}=${text(value)}  of ${choices.map(text).join(', ')}`
    })
    return [`${requirement}: ${question}`, ...lines].join('\n')
  })
  return entries.join('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
