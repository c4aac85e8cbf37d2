export interface Flow {
  key: string | undefined
  readonly state: 'live' | 'archived' | 'draft'
  readonly inputs: Readonly<Record<string, string>>
  readonly needed: readonly string[]
  readonly act: 'echo' | 'subject' | 'break' | 'wait' | 'give'
  /** What it gives. */
  readonly gift?: unknown
}

/** A tool set as one profile of one organization has it. */
export interface ToolSetRow {
  readonly org: string
  readonly set: string
  readonly version: string
  readonly tools: readonly string[]
  /** The profiles that this version is published to. */
  readonly profiles: readonly string[]
}

const subject = { subject: 'string', priority: 'number' }
const anyInput = { text: 'string', count: 'number', flag: 'boolean', data: 'object', list: 'array' }

/** The workflows that the contract fixtures name. */
export function flowsOfWorld(): Map<string, Flow> {
  return new Map<string, Flow>([
    ['echo', { key: 'key-echo', state: 'live', inputs: anyInput, needed: [], act: 'echo' }],
    ['typed', { key: 'key-typed', state: 'live', inputs: subject, needed: ['subject'], act: 'subject' }],
    ['typed-twin', { key: 'key-typed-twin', state: 'live', inputs: {}, needed: [], act: 'subject' }],
    ['ledger', { key: 'key-ledger', state: 'live', inputs: {}, needed: [], act: 'subject' }],
    ['failing', { key: 'key-failing', state: 'live', inputs: {}, needed: [], act: 'break' }],
    ['slow', { key: 'key-slow', state: 'live', inputs: {}, needed: [], act: 'wait' }],
    ...[null, 0, '', false].map((gift, index): [string, Flow] => [
      `falsy-${index}`,
      { key: `key-falsy-${index}`, state: 'live', inputs: {}, needed: [], act: 'give', gift },
    ]),
    ['archived', { key: 'key-archived', state: 'archived', inputs: {}, needed: [], act: 'echo' }],
    ['draft', { key: undefined, state: 'draft', inputs: {}, needed: [], act: 'echo' }],
    ['publishable', { key: undefined, state: 'draft', inputs: {}, needed: [], act: 'echo' }],
  ])
}

/** The tool-hosting keys, each with its organization and profile. */
export const hostKeys: ReadonlyMap<string, { readonly org: string; readonly profile: string }> = new Map([
  ['host-acme-default', { org: 'acme', profile: 'default' }],
  ['host-acme-staging', { org: 'acme', profile: 'staging' }],
  ['host-acme-empty', { org: 'acme', profile: 'empty' }],
  ['host-globex-default', { org: 'globex', profile: 'default' }],
  ['host-initech-default', { org: 'initech', profile: 'default' }],
])

/** Every version of every tool set, the latest last. */
export const toolSets: readonly ToolSetRow[] = [
  { org: 'acme', set: 'mail', version: '2025-06-30', tools: ['send'], profiles: [] },
  { org: 'acme', set: 'mail', version: '2026-03-01', tools: ['send', 'fail', 'sender', 'version'], profiles: ['default'] },
  { org: 'acme', set: 'mail', version: '2026-11-30', tools: ['send', 'fail', 'sender', 'version'], profiles: ['staging'] },
  { org: 'acme', set: 'weather', version: '2026-02-01', tools: ['forecast'], profiles: ['default'] },
  { org: 'acme', set: 'weather', version: '2026-09-01', tools: ['forecast'], profiles: [] },
  { org: 'acme', set: 'staging-only', version: '2025-12-31', tools: ['try'], profiles: ['staging'] },
  { org: 'acme', set: 'toolless', version: '2025-06-30', tools: [], profiles: ['default', 'staging'] },
  { org: 'acme', set: 'unpublished', version: '2025-06-30', tools: ['hidden'], profiles: [] },
  { org: 'globex', set: 'billing', version: '2026-05-04', tools: ['invoice'], profiles: ['default'] },
  { org: 'initech', set: 'reports', version: '2026-01-09', tools: ['print'], profiles: [] },
  { org: 'initech', set: 'reports', version: '2026-10-09', tools: ['print'], profiles: [] },
  { org: 'initech', set: 'sketches', version: '2025-06-30', tools: [], profiles: [] },
]
