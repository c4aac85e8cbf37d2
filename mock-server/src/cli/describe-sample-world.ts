import { sampleKeys } from '../sample-world/keys.ts'

/** What a user needs to try the sample world: its URL, its keys, and three commands to paste. */
export function describeSampleWorld(url: string): string {
  const workflows = Object.entries(sampleKeys.workflows).map(([flowId, key]) => [flowId, key] as const)
  const registry = [
    ['acme, profile default', sampleKeys.defaultEnvironment],
    ['acme, profile staging', sampleKeys.stagingEnvironment],
    ['acme, profile empty', sampleKeys.emptyEnvironment],
    ['globex, profile default', sampleKeys.otherOrganization],
  ] as const
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
    '',
    'Workflow keys',
    ...rows(workflows),
    '',
    'Tool-hosting keys',
    ...rows(registry),
    `  ${'acme, console session'.padEnd(width)}  cookie console_session=${sampleKeys.consoleSession}`,
    '',
    'Try',
    ...commands(url).map((command) => `  ${command}`),
    '',
  ].join('\n')
}

const width = 24

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

function commands(url: string): string[] {
  const json = "-H 'content-type: application/json'"
  const run = JSON.stringify({ args: [{ name: 'subject', value: 'My invoice is wrong' }], mode: 'sync' })
  const execute = JSON.stringify({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } })
  return [
    `curl -s ${url}/api/v2/external/flows/support-triage/published-run ${bearer(sampleKeys.workflows['support-triage'])} ${json} -d '${run}'`,
    `curl -s ${url}/v1/public/wfhost/manifest ${bearer(sampleKeys.defaultEnvironment)}`,
    `curl -s ${url}/v1/public/wfhost/execute ${bearer(sampleKeys.defaultEnvironment)} ${json} -d '${execute}'`,
  ]
}

function bearer(key: string): string {
  return `-H 'authorization: Bearer ${key}'`
}
