import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { ConfigError } from './config-error.ts'
import { type Config, configSchema } from './config-schema.ts'
import { refuseMissingCommands } from './refuse-missing-commands.ts'
import { secretsOf } from './secrets-of.ts'
import { substituteVariables } from './substitute-variables.ts'

/** A configuration, and the secrets in it by the names that stand in for them. */
export interface LoadedConfig {
  readonly config: Config
  readonly secrets: Readonly<Record<string, string>>
  /** Where the commands of hooks run: the folder of the file, or the one of the process where there is none. */
  readonly folder: string
}

/** Where settings come from. Flags win over variables of the environment, and those over the file. */
export interface ConfigSources {
  readonly file: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Top-level members of the configuration. */
  readonly flags: Readonly<Record<string, unknown>>
}

const variables = { baseUrl: 'WFHOST_BASE_URL', registryUrl: 'WFHOST_REGISTRY_URL', product: 'WFHOST_PRODUCT' } as const

/**
 * Loads a configuration.
 *
 * @throws {ConfigError} for a file that cannot be read, one that does not fit, or one that names a command which is not
 * there.
 */
export async function loadConfig({ environment, file, flags }: ConfigSources): Promise<LoadedConfig> {
  const inFile: unknown = file === undefined ? {} : await readYaml(file)
  if (typeof inFile !== 'object' || inFile === null || Array.isArray(inFile)) {
    throw new ConfigError(`${file}: expected a mapping with baseUrl and fixtures; wfhost-conformance init writes one`)
  }
  const fromEnvironment = Object.entries(variables).flatMap(([name, variable]) => {
    const value = environment[variable]
    return value === undefined ? [] : [[name, value]]
  })
  const winning: Readonly<Record<string, unknown>> = { ...Object.fromEntries(fromEnvironment), ...flags }
  // What is not used may name a variable that nobody set.
  const used = Object.fromEntries(Object.entries(inFile).filter(([name]) => !(name in winning)))
  const written = substituteVariables(used, environment)
  const parsed = configSchema.safeParse({ ...Object(written.value), ...winning })
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error.issues, file))
  const folder = file === undefined ? process.cwd() : dirname(resolve(file))
  await refuseMissingCommands(parsed.data.hooks, { file, folder })
  const config = 'caFile' in flags ? parsed.data : withCaFileFrom(folder, parsed.data)
  return { config, secrets: secretsOf(config, written.variables), folder }
}

function withCaFileFrom(folder: string, config: Config): Config {
  return config.caFile === undefined ? config : { ...config, caFile: resolve(folder, config.caFile) }
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw new ConfigError(`${file}: ${error.message}`)
  return document.toJS()
}

function describeIssues(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  file = 'flags',
): string {
  const lines = issues.map(({ message, path }) => {
    const place = path.map(String).join('.')
    return `${file}: ${place === '' ? '' : `${place}: `}${message}${place === 'baseUrl' ? '; give --base-url or WFHOST_BASE_URL' : ''}`
  })
  return lines.join('\n')
}
