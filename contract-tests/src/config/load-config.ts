import { access, constants } from 'node:fs/promises'
import http from 'node:http'
import { dirname, resolve } from 'node:path'
import type { SuiteOptions } from '../engine/suite.ts'
import type { TargetDescription } from '../target/connect-target.ts'
import { type Config, ConfigurationError, configSchema } from './config-schema.ts'
import { createHooks } from './create-hooks.ts'
import { describeIssues } from './describe-issues.ts'
import { type ConfigFile, readConfig, secretsOf, substituteVariables } from './read-config.ts'
import { trustAuthorities } from './trust-authorities.ts'

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
const noFile: ConfigFile = { members: {}, lineOf: () => 'flags', textAt: () => undefined }

/**
 * Loads a configuration as options of the suite, and makes this process reach the network that it describes.
 *
 * @throws {ConfigurationError}
 */
export async function loadSuiteOptions(sources: ConfigSources, only?: readonly string[]): Promise<SuiteOptions> {
  const { config, folder, secrets } = await loadConfig(sources)
  useProxies(sources.environment)
  await trustAuthorities(config.caFile)
  const { allow, baseline, claims, maxExecutions, maxRuns, areas, requestsPerSecond, trace } = config
  const { baseUrl, fixtures, name, product, registryUrl, settleMs, timeoutMs, values } = config
  return {
    description: {
      name: name ?? new URL(baseUrl).host,
      baseUrl,
      ...{ registryUrl, product, timeoutMs, settleMs, values },
      // A member that is left out and one that is undefined are the same to who reads it.
      fixtures: fixtures as NonNullable<TargetDescription['fixtures']>,
      hooks: createHooks(config.hooks, folder),
    },
    ...{ areas, only, allow, claims, baseline, secrets },
    limits: { maxRuns, maxExecutions, requestsPerSecond },
    trace: trace ? undefined : false,
  }
}

/**
 * Loads a configuration.
 *
 * @throws {ConfigurationError} for a file that cannot be read, one that does not fit, or one that names a command which is not
 * there.
 */
export async function loadConfig({ environment, file, flags }: ConfigSources): Promise<LoadedConfig> {
  const read = file === undefined ? noFile : await readConfig(file)
  const fromEnvironment = Object.entries(variables).flatMap(([name, variable]) => {
    const value = environment[variable]
    return value === undefined ? [] : [[name, value]]
  })
  const winning: Readonly<Record<string, unknown>> = { ...Object.fromEntries(fromEnvironment), ...flags }
  // What is not used may name a variable that nobody set.
  const used = Object.fromEntries(Object.entries(read.members).filter(([name]) => !(name in winning)))
  const written = substituteVariables(used, environment, read.lineOf)
  const lineOf: ConfigFile['lineOf'] = ([name, ...rest]) => {
    if (name === undefined || !(name in winning)) return read.lineOf(name === undefined ? [] : [name, ...rest])
    return name in flags ? 'flags' : variables[name as keyof typeof variables]
  }
  const parsed = validate({ ...written.members, ...winning }, { ...read, lineOf })
  const folder = file === undefined ? process.cwd() : dirname(resolve(file))
  await refuseMissingCommands(parsed.hooks, folder, lineOf)
  const { caFile } = parsed
  const config = caFile === undefined || 'caFile' in flags ? parsed : { ...parsed, caFile: resolve(folder, caFile) }
  return { config, secrets: secretsOf(config, written.variables), folder }
}

/** A version or a name needs no quotes: where a text belongs, what YAML reads as a number is taken as it is written. */
function validate(members: Readonly<Record<string, unknown>>, { lineOf, textAt }: ConfigFile): Config {
  const first = configSchema.safeParse(members)
  if (first.success) return first.data
  const texts = structuredClone(members)
  for (const { code, path, ...issue } of first.error.issues) {
    const text = textAt(path)
    const [last] = path.slice(-1)
    const parent = path.slice(0, -1).reduce<unknown>((node, step) => Reflect.get(Object(node), step), texts)
    const isText = code === 'invalid_type' && 'expected' in issue && issue.expected === 'string'
    if (isText && text !== undefined && last !== undefined) Reflect.set(Object(parent), last, text)
  }
  const second = configSchema.safeParse(texts)
  if (second.success) return second.data
  const show = (issue: string, path: Parameters<typeof lineOf>[0]): string =>
    `${lineOf(path)}: ${issue}${path[0] === 'baseUrl' ? '; give --base-url or WFHOST_BASE_URL, or write a configuration with wfhost-conformance init' : ''}`
  const unknownName = 'there is no such member'
  throw new ConfigurationError(describeIssues(second.error.issues, { schema: configSchema, unknownName, show }))
}

/** Finds the files that hooks run, before a check needs one. A bare name such as `node` is left to the system. */
async function refuseMissingCommands(hooks: Config['hooks'], folder: string, lineOf: ConfigFile['lineOf']): Promise<void> {
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined || !('command' in hook)) continue
    const [command = ''] = hook.command
    if (!/[\\/]/.test(command)) continue
    const path = resolve(folder, command)
    const where = `${lineOf(['hooks', name, 'command'])}: hooks.${name}.command`
    await access(path).catch(() => {
      throw new ConfigurationError(`${where}: there is no file ${path}; commands run in the folder of the configuration`)
    })
    await access(path, constants.X_OK).catch(() => {
      throw new ConfigurationError(`${where}: ${path} may not be executed; chmod +x allows it`)
    })
  }
}

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']

/** Makes this process use the proxies that the environment names. */
function useProxies(environment: ConfigSources['environment']): void {
  const hasProxy = proxyVariables.some((name) => (environment[name] ?? '') !== '')
  // Older versions of Node do it for NODE_USE_ENV_PROXY=1, which has to be there when they start.
  if (hasProxy) http.setGlobalProxyFromEnv?.({ ...environment })
}
