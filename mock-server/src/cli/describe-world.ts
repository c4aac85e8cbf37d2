import type { MockSeed } from '../core/seed.ts'
import { listKeys } from './list-keys.ts'

const width = 24

/** What a user needs to try a world: its URL, the keys of its seed, and commands to paste. */
export function describeWorld(url: string, seed: MockSeed): string {
  const keys = listKeys(seed)
  const workflows = keys.filter(({ kind }) => kind === 'workflow').map(({ key, name }) => [name, key] as const)
  const hosting = keys.filter(({ kind }) => kind === 'tool-hosting').map(({ key, name }) => [name, key] as const)
  const sessions = keys
    .filter(({ kind }) => kind === 'console-session')
    .map(({ key, name }) => [name, `cookie console_session=${key}`] as const)
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
    ...section('Workflow keys', rows(workflows)),
    ...section('Tool-hosting keys', rows([...hosting, ...sessions])),
    ...section('Try', manifestCommand(url, hosting[0]?.[1])),
    '',
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

function manifestCommand(url: string, key: string | undefined): string[] {
  return key === undefined ? [] : [`  curl -s ${url}/v1/public/wfhost/manifest -H 'authorization: Bearer ${key}'`]
}
