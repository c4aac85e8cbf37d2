import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, ConfigurationError } from './config-schema.ts'
import type { ConfigFile } from './read-config.ts'

/**
 * Throws if a command of a hook is a path to a file that does not exist or is not executable. The operating system looks up
 * a bare name, such as `node`.
 *
 * @throws {ConfigurationError}
 */
export async function refuseMissingCommands(
  hooks: Config['hooks'],
  folder: string,
  describeLocation: ConfigFile['describeLocation'],
): Promise<void> {
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined || !('command' in hook)) continue

    const [command = ''] = hook.command
    const isPath = /[\\/]/.test(command)
    if (!isPath) continue

    const location = `${describeLocation(['hooks', name, 'command'])}: hooks.${name}.command`
    await requireExecutable(resolve(folder, command), location)
  }
}

async function requireExecutable(path: string, location: string): Promise<void> {
  if (!(await isAccessible(path, constants.F_OK))) {
    throw new ConfigurationError(`${location}: there is no file ${path}; commands run in the folder of the configuration`)
  }
  if (!(await isAccessible(path, constants.X_OK))) {
    throw new ConfigurationError(`${location}: ${path} may not be executed; chmod +x allows it`)
  }
}

async function isAccessible(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode)
    return true
  } catch {
    return false
  }
}
