import { toPrintable, toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import type { WorkflowSeed } from '../schema/workflow.ts'
import type { MockSeed, OrganizationSeed } from '../schema/world.ts'
import type { Paint } from '../serve/terminal-look.ts'

export interface Announcement {
  readonly url: string
  readonly keys: readonly NamedKey[] | undefined
  /** `'none'` if the server has no world to control. */
  readonly controlAccess: { readonly token: string } | false | 'none' | undefined
}

/** Writes the line of JSON that `serve --json` prints when the server has started. */
export function announceInJson({ controlAccess, keys = [], url }: Announcement): string {
  return toPrintableJson(JSON.stringify({ url, pid: process.pid, keys, control: describeControl(controlAccess) }))
}

function describeControl(control: Announcement['controlAccess']): string {
  if (control === 'none') return control
  if (control === false) return 'closed; --token opens it'
  return control === undefined ? 'open to this machine' : 'open to clients with the token'
}

interface WorldDescription {
  readonly seed: MockSeed
  /** Shell commands that the user can paste. */
  readonly commands: readonly string[]
  readonly paint: Paint
}

/** Describes a world for its users: its workflows, environments and sessions with their keys, and commands to try it. */
export function describeWorld({ commands, paint, seed }: WorldDescription): string {
  const tables = [
    { head: ['workflow', 'key', 'arguments'], rows: listWorkflowRows(seed) },
    { head: ['environment', 'tool-hosting key', 'tool sets'], rows: listEnvironmentRows(seed) },
    { head: ['organization', 'cookie of a console session'], rows: listSessionRows(seed) },
  ]
  const sections = tables.filter(({ rows }) => rows.length > 0).map((table) => writeTable(table, paint))

  const tryLines = commands.map((command) => ` ${toPrintable(command)}`)
  if (tryLines.length > 0) sections.push([` ${paint('faint', 'try')}`, ...tryLines])
  return sections.map((lines) => lines.join('\n')).join('\n\n')
}

/** Describes a seed in a few words, such as `3 workflows, 5 tool sets`. */
export function summarizeWorld({ organizations = [], workspaces = [] }: MockSeed): string {
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  const toolsets = organizations.flatMap((organization) => organization.toolsets ?? [])
  return `${countOf(workflows, 'workflow')}, ${countOf(toolsets, 'tool set')}`
}

function countOf(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`
}

interface Cell {
  readonly text: string
  readonly style?: 'key' | 'faint'
}

interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Writes a table whose columns are as wide as their longest text. */
function writeTable({ head, rows }: Table, paint: Paint): string[] {
  const heading = head.map((text): Cell => ({ text, style: 'faint' }))
  const printable = [heading, ...rows].map((cells) => cells.map((cell) => ({ ...cell, text: toPrintableLine(cell.text) })))
  const widths = head.map((_, column) => Math.max(...printable.map((cells) => cells[column]?.text.length ?? 0)))

  return printable.map((cells) => {
    const texts = cells.map(({ style, text }, column) => {
      const padding = ' '.repeat((widths[column] ?? 0) - text.length)
      return (style === undefined ? text : paint(style, text)) + padding
    })
    return ` ${texts.join('  ').trimEnd()}`
  })
}

function listWorkflowRows({ workspaces = [] }: MockSeed): (readonly Cell[])[] {
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  return workflows.map((workflow) => [{ text: workflow.flowId }, describeKey(workflow.key), describeArguments(workflow)])
}

/** A workflow without a key has never been published. */
function describeKey(key: string | undefined): Cell {
  return key === undefined ? { text: 'none', style: 'faint' } : { text: key, style: 'key' }
}

/** Lists the parameters of a workflow. A question mark follows an optional one. A workflow that cannot run has its state instead. */
function describeArguments({ archived, key, parameters = [], published = key !== undefined }: WorkflowSeed): Cell {
  if (archived === true) return { text: 'archived', style: 'faint' }
  if (!published) return { text: 'not published', style: 'faint' }
  if (parameters.length === 0) return { text: 'any', style: 'faint' }

  return { text: parameters.map(({ name, required }) => (required === true ? name : `${name}?`)).join(', ') }
}

/** Lists the tool-hosting keys that the seed states. Another key is random. */
function listEnvironmentRows({ organizations = [] }: MockSeed): (readonly Cell[])[] {
  return organizations.flatMap(({ id, toolHostingKeys = [], toolsets = [] }) =>
    toolHostingKeys.flatMap(({ environment, key }) => {
      if (key === undefined) return []
      const cells: Cell[] = [
        { text: `${id}/${environment}` },
        { text: key, style: 'key' },
        describeToolsets(toolsets, environment),
      ]
      return [cells]
    }),
  )
}

function describeToolsets(toolsets: NonNullable<OrganizationSeed['toolsets']>, environment: string): Cell {
  const published = toolsets.flatMap(({ id, published: versions = {} }) => {
    const version = versions[environment]
    return version === undefined ? [] : [`${id} ${version}`]
  })
  return published.length === 0 ? { text: 'none published', style: 'faint' } : { text: published.join(', ') }
}

function listSessionRows({ organizations = [] }: MockSeed): (readonly Cell[])[] {
  return organizations.flatMap(({ consoleSessions = [], id }) =>
    consoleSessions.map((session): Cell[] => [{ text: id }, { text: `console_session=${session}`, style: 'key' }]),
  )
}

export interface NamedKey {
  readonly name: string
  readonly kind: 'workflow' | 'tool-hosting' | 'console-session'
  readonly key: string
}

/**
 * Lists the keys that a seed states. If the seed has no key for a workflow or a profile, the world creates a random one. That
 * random key is not in the seed, so it is not listed; the control API returns it.
 */
export function listKeys({ organizations = [], workspaces = [] }: MockSeed): NamedKey[] {
  const workflowKeys: NamedKey[] = []
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  for (const { flowId, key } of workflows) {
    if (key !== undefined) workflowKeys.push({ name: flowId, kind: 'workflow', key })
  }

  const toolHostingKeys: NamedKey[] = []
  const sessionKeys: NamedKey[] = []
  for (const organization of organizations) {
    for (const { environment, key } of organization.toolHostingKeys ?? []) {
      const name = `${organization.id}, profile ${environment}`
      if (key !== undefined) toolHostingKeys.push({ name, kind: 'tool-hosting', key })
    }
    for (const key of organization.consoleSessions ?? []) {
      sessionKeys.push({ name: `${organization.id}, console session`, kind: 'console-session', key })
    }
  }
  return [...workflowKeys, ...toolHostingKeys, ...sessionKeys]
}
