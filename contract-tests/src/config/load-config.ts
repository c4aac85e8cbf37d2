import { access, constants, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import type { SuiteOptions } from '../engine/suite.ts'
import type { TargetDescription } from '../target/connect-target.ts'
import { type Config, ConfigError, configSchema } from './config-schema.ts'
import { createHooks } from './create-hooks.ts'

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

/** A variable of the environment, where a configuration uses it. */
export interface UsedVariable {
  readonly name: string
  readonly value: string
  /** Such as `fixtures.echo.key`. */
  readonly place: string
}

/** A configuration whose variables stand for their values, and what came from the environment. */
export interface Substituted {
  readonly value: unknown
  readonly variables: readonly UsedVariable[]
}

/**
 * Replaces `${NAME}` in every string by the variable of the environment.
 *
 * @throws {ConfigError} for a variable that is not set, naming the place.
 */
function substituteVariables(config: unknown, environment: Readonly<Record<string, string | undefined>>): Substituted {
  const variables: UsedVariable[] = []

  function substitute(value: unknown, place: string): unknown {
    if (typeof value === 'string') return value.replace(/\$\{(\w+)\}/g, (_, name: string) => variable(name, place))
    if (Array.isArray(value)) return value.map((item, index) => substitute(item, `${place}[${index}]`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, substitute(member, place === '' ? name : `${place}.${name}`)]),
    )
  }

  function variable(name: string, place: string): string {
    const value = environment[name]
    if (value === undefined || value === '') {
      throw new ConfigError(`${place}: the environment variable ${name} is not set; export it, or write the value itself`)
    }
    variables.push({ name, value, place })
    return value
  }

  return { value: substitute(config, ''), variables }
}

/**
 * The keys and sessions of a configuration, and what its hooks take from the environment, by the name of the variable
 * that holds them. What stands in the file itself has a name of its own, such as `WFHOST_ECHO_KEY`. Addresses and names
 * are no secrets: every report shows them.
 */
function secretsOf(config: Config, variables: readonly UsedVariable[]): Record<string, string> {
  const fixtureSecrets = Object.entries(namedSecrets(config.fixtures))
  const isFixtureSecret = ({ place, value }: UsedVariable) =>
    /^fixtures\..*\.(key|sessionCookie|sessionHeader)$/.test(place) || fixtureSecrets.some(([, secret]) => secret === value)
  const fromVariables = variables
    .filter((variable) => isFixtureSecret(variable) || isHookSecret(variable, { config, variables }))
    .map(({ name, value }) => [name, value] as const)
  const values = new Set(fromVariables.map(([, value]) => value))
  const names = new Set(fromVariables.map(([name]) => name))
  const written = fixtureSecrets
    .filter(([, value]) => !values.has(value))
    .map(([name, value]) => [names.has(name) ? `${name}_WRITTEN` : name, value] as const)
  return Object.fromEntries([...fromVariables, ...written])
}

/** Everything in fixtures that is called a key or a session, by the name of the variable that stands in for it. */
function namedSecrets(value: unknown, name = 'WFHOST'): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.entries(value).reduce<Record<string, string>>((found, [member, child]) => {
    const path = `${name}_${member.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
    const own =
      typeof child === 'string' && /^(key|sessionCookie|sessionHeader)$/.test(member) ? { [path]: secretPart(member, child) } : {}
    return Object.assign(found, own, namedSecrets(child, path))
  }, {})
}

/** Of a cookie or a header only the value is a secret: its name may be anywhere. */
function secretPart(member: string, text: string): string {
  if (member === 'sessionCookie') return text.slice(text.indexOf('=') + 1)
  return member === 'sessionHeader' ? text.replace(/^[\w-]+: */, '') : text
}

function isHookSecret(
  { name, place, value }: UsedVariable,
  { config, variables }: { readonly config: Config; readonly variables: readonly UsedVariable[] },
): boolean {
  if (!place.startsWith('hooks.')) return false
  const elsewhere = variables.some((other) => other.name === name && !other.place.startsWith('hooks.'))
  const { baseUrl, name: target = '', product, registryUrl = '' } = config
  return !elsewhere && ![baseUrl, registryUrl, product, target].some((text) => text.includes(value))
}

/**
 * Finds the files that hooks run, before a check needs one. A bare name such as `node` is left to the system.
 *
 * @throws {ConfigError} for one that is not there, or that nobody may run.
 */
async function refuseMissingCommands(
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

/** What a configuration says, as the suite takes it. */
export function toSuiteOptions({ config, folder, secrets }: LoadedConfig, only?: readonly string[]): SuiteOptions {
  const {
    allow,
    baseline,
    baseUrl,
    claims,
    fixtures,
    hooks,
    maxExecutions,
    maxRuns,
    name,
    product,
    profiles,
    registryUrl,
    requestsPerSecond,
    settleMs,
    timeoutMs,
  } = config
  // A member that is left out and one that is undefined are the same to who reads it.
  const declared = fixtures as NonNullable<TargetDescription['fixtures']>
  return {
    description: {
      name: name ?? new URL(baseUrl).host,
      baseUrl,
      ...(registryUrl === undefined ? {} : { registryUrl }),
      product,
      timeoutMs,
      settleMs,
      fixtures: declared,
      hooks: createHooks(hooks, folder),
    },
    profiles,
    only,
    allow,
    limits: { maxRuns, maxExecutions, requestsPerSecond },
    claims,
    baseline,
    secrets,
  }
}
