import type { MockSeed } from '../core/seed.ts'
import { listKeys } from './list-keys.ts'

const width = 24

/** What a user needs to try a world: its URL, the keys of its seed, and commands to paste. */
export function describeWorld(
  url: string,
  { commands, seed }: { readonly seed: MockSeed; readonly commands: readonly string[] },
): string {
  const keys = listKeys(seed)
  const workflows = keys.filter(({ kind }) => kind === 'workflow').map(({ key, name }) => row(name, key))
  const hosting = keys.filter(({ kind }) => kind === 'tool-hosting').map(({ key, name }) => row(name, key))
  const sessions = keys
    .filter(({ kind }) => kind === 'console-session')
    .map(({ key, name }) => row(name, `cookie console_session=${key}`))
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
    ...section('Workflow keys', workflows),
    ...section('Tool-hosting keys', [...hosting, ...sessions]),
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
