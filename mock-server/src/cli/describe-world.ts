import type { MockSeed } from '../core/seed.ts'

const width = 24

/** What a person needs to use a world: where it is, the keys that its seed gives, and commands to paste. */
export function describeWorld(url: string, { organizations = [], workspaces = [] }: MockSeed): string {
  const workflows = workspaces.flatMap(({ workflows: own = [] }) =>
    own.flatMap(({ flowId, key }) => (key === undefined ? [] : [[flowId, key] as const])),
  )
  const hosting = organizations.flatMap(({ id, toolHostingKeys = [] }) =>
    toolHostingKeys.flatMap(({ environment, key }) =>
      key === undefined ? [] : [[`${id}, profile ${environment}`, key] as const],
    ),
  )
  const sessions = organizations.flatMap(({ consoleSessions = [], id }) =>
    consoleSessions.map((token) => [`${id}, console session`, `cookie console_session=${token}`] as const),
  )
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
