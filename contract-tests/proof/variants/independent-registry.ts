import type { Sent } from './independent-runs.ts'
import { type ToolSetRow, toolSets } from './independent-world.ts'

/** Who asks the registry. */
export interface Caller {
  readonly org: string
  readonly profile: string
}

/** The manifest of a caller: a list at the root, with a relative reference to the execute endpoint in each row. */
export function answerManifest({ org, profile }: Caller, { fallBack }: { readonly fallBack: boolean }): Sent {
  const own = toolSets.filter((row) => row.org === org && row.tools.length > 0)
  const published = own.filter((row) => row.profiles.includes(profile))
  const rows = published.length === 0 && fallBack ? latest(own) : published
  if (rows.length === 0) return { status: 400, body: { error: { text: 'No published toolsets' } } }
  const body = rows.map(({ set, tools, version }) => ({
    [set]: { release: version, offers: Object.fromEntries(tools.map((tool) => [tool, {}])) },
    run: '/v1/public/wfhost/execute',
  }))
  return { status: 200, body }
}

/** Executes a tool of a caller; a success costs a credit of its organization. */
export function answerExecute(caller: Caller, on: { readonly text: string; readonly credits: Map<string, number> }): Sent {
  const { call, input } = Object(parsed(on.text))
  if (call !== 'mail.send' && call !== 'mail.sender') return { status: 409, body: '' }
  on.credits.set(caller.org, (on.credits.get(caller.org) ?? 0) - 1)
  return { status: 200, body: { says: call === 'mail.send' ? `sent ${input}` : `sender-of-${caller.profile}` } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function latest(rows: readonly ToolSetRow[]): ToolSetRow[] {
  return [...new Map(rows.map((row) => [row.set, row])).values()]
}
