import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Config } from './config-schema.ts'

/**
 * Finds the files that hooks run, before a check needs one. A bare name such as `node` is left to the system.
 *
 * @throws {ConfigError} for one that is not there, or that nobody may run.
 */
export async function refuseMissingCommands(
  hooks: Config['hooks'],
  { file = 'flags', folder }: { readonly file: string | undefined; readonly folder: string },
): Promise<void> {
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined || !('command' in hook)) continue
    const [command = ''] = hook.command
    if (!/[\\/]/.test(command)) continue
    const path = resolve(folder, command)
    const place = `${file}: hooks.${name}.command`
    await access(path).catch(() => {
      throw new ConfigError(`${place}: there is no file ${path}; commands run in the folder of the configuration`)
    })
    await access(path, constants.X_OK).catch(() => {
      throw new ConfigError(`${place}: ${path} may not be executed; chmod +x allows it`)
    })
  }
}
