import { toPrintableJson } from '@wfhost/internal/printable'
import type { MockSeed } from '../schema/world.ts'

export interface Announced {
  readonly url: string
  readonly keys: readonly ListedKey[] | undefined
  /** `'none'` if there is no world to control. */
  readonly control: { readonly token: string } | false | 'none' | undefined
}

/** The line of JSON that `serve --json` prints when the server has started. */
export function announceInJson({ control, keys = [], url }: Announced): string {
  return toPrintableJson(JSON.stringify({ url, pid: process.pid, keys, control: controlNote(control) }))
}

function controlNote(control: Announced['control']): string {
  if (control === 'none') return control
  if (control === false) return 'closed; --token opens it'
  return control === undefined ? 'open to this machine' : 'open to clients with the token'
}

const width = 24

/** What a user needs to try a world: its URL, the keys of its seed, and commands to paste. */
export function describeWorld(
  url: string,
  { commands, seed }: { readonly seed: MockSeed; readonly commands: readonly string[] },
): string {
  const keys = listKeys(seed)
  const rows = (...kinds: readonly ListedKey['kind'][]): string[] =>
    keys
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ key, kind, name }) => row(name, kind === 'console-session' ? `cookie console_session=${key}` : key))
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
    ...section('Workflow keys', rows('workflow')),
    ...section('Tool-hosting keys', rows('tool-hosting', 'console-session')),
    ...section(
      'Try',
      commands.map((command) => `  ${command}`),
    ),
    '',
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(width)}  ${value}`
}

export interface ListedKey {
  readonly name: string
  readonly kind: 'workflow' | 'tool-hosting' | 'console-session'
  readonly key: string
}

/** All keys in a seed. Random keys are available from the control surface. */
export function listKeys({ organizations = [], workspaces = [] }: MockSeed): ListedKey[] {
  const workflows = workspaces.flatMap(({ workflows: own = [] }) =>
    own.flatMap(({ flowId, key }) => (key === undefined ? [] : [{ name: flowId, kind: 'workflow' as const, key }])),
  )
  const hosting = organizations.flatMap(({ id, toolHostingKeys = [] }) =>
    toolHostingKeys.flatMap(({ environment, key }) =>
      key === undefined ? [] : [{ name: `${id}, profile ${environment}`, kind: 'tool-hosting' as const, key }],
    ),
  )
  const sessions = organizations.flatMap(({ consoleSessions = [], id }) =>
    consoleSessions.map((key) => ({ name: `${id}, console session`, kind: 'console-session' as const, key })),
  )
  return [...workflows, ...hosting, ...sessions]
}
