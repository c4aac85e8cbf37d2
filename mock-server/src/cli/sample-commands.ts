import { sampleKeys } from '../sample-world/keys.ts'
import { executeCommand, manifestCommand, runCommand } from './try-commands.ts'

/** The curl commands to try the sample world. */
export function sampleCommands(url: string): string[] {
  return [
    runCommand(url, {
      flowId: 'support-triage',
      key: sampleKeys.workflows['support-triage'],
      args: { subject: 'My invoice is wrong' },
    }),
    manifestCommand(url, sampleKeys.defaultEnvironment),
    executeCommand(url, {
      key: sampleKeys.defaultEnvironment,
      execution: { toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } },
    }),
  ]
}
