import { toPrintable, toPrintableJson } from '@wfhost/internal/printable'
import type { MockSeed } from '../schema/world.ts'
import type { Paint } from '../serve/terminal-look.ts'

export interface Announcement {
  readonly url: string
  readonly keys: readonly ListedKey[] | undefined
  /** `'none'` if the server has no world to control. */
  readonly control: { readonly token: string } | false | 'none' | undefined
}

/** Writes the line of JSON that `serve --json` prints when the server has started. */
export function announceInJson({ control, keys = [], url }: Announcement): string {
  return toPrintableJson(JSON.stringify({ url, pid: process.pid, keys, control: describeControl(control) }))
}

function describeControl(control: Announcement['control']): string {
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

/** Describes a world for its users: its URL, the keys of its seed, and commands to try it. */
export function describeWorld(url: string, { commands, paint, seed }: WorldDescription): string {
  const keys = listKeys(seed)

  function writeKeys(title: string, kind: ListedKey['kind']): string[] {
    const keysOfKind = keys.filter((key) => key.kind === kind)
    const lines = keysOfKind.map((key) => writeKey(key, paint))
    return writeSection(paint('bold', title), lines)
  }

  const tryLines = commands.map((command) => `  ${toPrintable(command)}`)
  const lines = [
    `Workflow service  ${paint('address', url)}`,
    `Tool registry     ${paint('address', url)}`,
    ...writeKeys('Workflow keys', 'workflow'),
    ...writeKeys('Tool-hosting keys', 'tool-hosting'),
    ...writeKeys('Console sessions', 'console-session'),
    ...writeSection(paint('bold', 'Try'), tryLines),
    '',
  ]
  return lines.join('\n')
}

/** Puts an empty line and a title above some lines; returns no line without them. */
function writeSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

const nameWidth = 24

function writeKey({ key, kind, name }: ListedKey, paint: Paint): string {
  const value = kind === 'console-session' ? `cookie console_session=${key}` : key
  return `  ${toPrintable(name).padEnd(nameWidth)}  ${paint('key', toPrintable(value))}`
}

export interface ListedKey {
  readonly name: string
  readonly kind: 'workflow' | 'tool-hosting' | 'console-session'
  readonly key: string
}

/**
 * Lists the keys that a seed states. A workflow or a tool-hosting key without a stated key gets a random one when the world
 * starts. The seed does not contain it, so it is not listed; the control API returns it.
 */
export function listKeys({ organizations = [], workspaces = [] }: MockSeed): ListedKey[] {
  const workflowKeys: ListedKey[] = []
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  for (const { flowId, key } of workflows) {
    if (key !== undefined) workflowKeys.push({ name: flowId, kind: 'workflow', key })
  }

  const toolHostingKeys: ListedKey[] = []
  const sessions: ListedKey[] = []
  for (const organization of organizations) {
    for (const { environment, key } of organization.toolHostingKeys ?? []) {
      const name = `${organization.id}, profile ${environment}`
      if (key !== undefined) toolHostingKeys.push({ name, kind: 'tool-hosting', key })
    }
    for (const key of organization.consoleSessions ?? []) {
      sessions.push({ name: `${organization.id}, console session`, kind: 'console-session', key })
    }
  }
  return [...workflowKeys, ...toolHostingKeys, ...sessions]
}
