import http from 'node:http'
import { dirname, resolve } from 'node:path'
import { readProxies } from '@wfhost/internal/proxy-variables'
import { findSchemaProblems, formatSchemaProblem, type SchemaProblem } from '@wfhost/internal/schema-problems'
import { omitUndefined } from '../engine/omit-undefined.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import type { TargetDescription } from '../target/create-target.ts'
import { type Config, ConfigurationError, configSchema } from './config-schema.ts'
import { createHooks } from './create-hooks.ts'
import { createFoundDescription, type NamedSecret } from './describe-found.ts'
import { findFixtureSecrets, findSecrets } from './find-secrets.ts'
import { type ConfigFile, type Path, readConfig } from './read-config.ts'
import { refuseMissingCommands } from './refuse-missing-commands.ts'
import { trustAuthorities } from './trust-authorities.ts'
import { substituteVariables } from './variables.ts'

/** A configuration, and its secrets by the names that replace them in reports. */
export interface LoadedConfig {
  readonly config: Config
  readonly secrets: Readonly<Record<string, string>>
  /** The folder in which the commands of hooks run: the folder of the file, or the working directory without a file. */
  readonly folder: string
}

/** The sources of settings. Flags override variables of the environment, and both override the file. */
export interface ConfigSources {
  readonly file: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Top-level members of the configuration. */
  readonly flags: Readonly<Record<string, unknown>>
}

/** The members that a variable of the environment may set. */
const variableByMember = {
  baseUrl: 'WFHOST_BASE_URL',
  registryUrl: 'WFHOST_REGISTRY_URL',
  product: 'WFHOST_PRODUCT',
} as const

const noFile: ConfigFile = { members: {}, describeLocation: () => 'flags', textAt: () => undefined }

/**
 * Loads a configuration as options of the suite, and sets up proxies and certificate authorities for this process.
 *
 * @param only the IDs of the checks to run, or undefined for all checks
 * @throws {ConfigurationError} if the configuration or a certificate is invalid or cannot be read
 */
export async function loadSuiteOptions(sources: ConfigSources, only?: readonly string[]): Promise<SuiteOptions> {
  const { config, folder, secrets } = await loadConfig(sources)
  await configureNetwork(config, sources.environment)

  const { allow, areas, baseline, claims, maxExecutions, maxRuns, requestsPerSecond, trace } = config
  return {
    description: createTargetDescription(config, folder),
    limits: { maxRuns, maxExecutions, requestsPerSecond },
    areas,
    only,
    allow,
    claims,
    baseline,
    secrets,
    // False means no trace headers. Without a value, the suite creates an ID and sends it in these headers.
    trace: trace ? undefined : false,
    // The names in the contract of a client, each with the name that replaces it on this server.
    mapping: config.contract,
    config: sources.file,
  }
}

/** Makes this process use the proxies of the environment, and trust the certificate authorities of a configuration. */
async function configureNetwork({ caFile }: Config, environment: ConfigSources['environment']): Promise<void> {
  setUpProxies(environment)
  await trustAuthorities(caFile)
}

function createTargetDescription(config: Config, folder: string): TargetDescription {
  const { baseUrl, fixtures, hooks, name, product, quick, registryUrl, settleMs, timeoutMs, values } = config
  return {
    name: name ?? new URL(baseUrl).host,
    baseUrl,
    registryUrl,
    product,
    timeoutMs,
    settleMs,
    values,
    quick,
    fixtures: omitUndefined(fixtures),
    hooks: createHooks(hooks, folder),
  }
}

/**
 * Loads a configuration from its file. Flags and variables of the environment replace members of the file, and `${NAME}` in the
 * file becomes the value of a variable.
 *
 * @throws {ConfigurationError} if the file cannot be read, does not match the schema, or names a missing command.
 */
export async function loadConfig({ environment, file, flags }: ConfigSources): Promise<LoadedConfig> {
  const configFile = file === undefined ? noFile : await readConfig(file)
  const overrides = { ...readEnvironmentMembers(environment), ...flags }
  const { members, variables } = substituteRemainingMembers(configFile, overrides, environment)

  // From here on, messages name the flag or the variable of an overridden member, and not its line in the file.
  const describeLocation = (path: Path) => findSource(path, { configFile, flags, overrides })
  const config = validate({ ...members, ...overrides }, { configFile: { ...configFile, describeLocation }, variables })

  const folder = file === undefined ? process.cwd() : dirname(resolve(file))
  await refuseMissingCommands(config.hooks, folder, describeLocation)

  const caFile = resolveCaFile(config, folder, flags)
  return { config: { ...config, caFile }, secrets: findSecrets(config, variables), folder }
}

/** Substitutes variables in the members of a file that nothing overrides. An overridden member may use a variable that is not set. */
function substituteRemainingMembers(
  { describeLocation, members }: ConfigFile,
  overrides: Readonly<Record<string, unknown>>,
  environment: ConfigSources['environment'],
): ReturnType<typeof substituteVariables> {
  const remainingMembers = Object.entries(members).filter(([name]) => !(name in overrides))
  return substituteVariables(Object.fromEntries(remainingMembers), environment, describeLocation)
}

/** Resolves a path in the file from its folder, and a path of a flag from the current folder. No variable sets this member. */
function resolveCaFile({ caFile }: Config, folder: string, flags: ConfigSources['flags']): string | undefined {
  const isFromFile = caFile !== undefined && !('caFile' in flags)
  return isFromFile ? resolve(folder, caFile) : caFile
}

function readEnvironmentMembers(environment: ConfigSources['environment']): Record<string, string> {
  const members: Record<string, string> = {}
  for (const [member, variable] of Object.entries(variableByMember)) {
    const value = environment[variable]
    if (value !== undefined) members[member] = value
  }
  return members
}

interface MemberSources extends Pick<ConfigSources, 'flags'> {
  readonly configFile: ConfigFile
  readonly overrides: Readonly<Record<string, unknown>>
}

/** Returns the source of a member, for messages: a line of the file, a variable, or the flags. */
function findSource(path: Path, { configFile, flags, overrides }: MemberSources): string {
  const [member] = path
  if (member === undefined || !(member in overrides)) return configFile.describeLocation(path)
  if (member in flags) return nameFlag(String(member))
  return variableByMember[member as keyof typeof variableByMember]
}

/** Returns the option of the command that sets a member, such as `--max-runs`. */
function nameFlag(member: string): string {
  if (member === 'timeoutMs') return '--timeout'
  return `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

interface ValidatedSources {
  readonly configFile: ConfigFile
  /** The variables of the environment that the file uses. */
  readonly variables: readonly NamedSecret[]
}

/**
 * Validates the members of a configuration. A version such as `1.0` needs no quotation marks: where the schema requires a text
 * and YAML read a number or a boolean, the text in the file is used. A message quotes only values for which there
 * is a list of names or a limit, because any other value may be a key.
 */
function validate(members: Readonly<Record<string, unknown>>, { configFile, variables }: ValidatedSources): Config {
  const result = configSchema.safeParse(members)
  if (result.success) return result.data

  const membersWithTexts = replaceByTexts(members, result.error.issues, configFile)
  const secondResult = configSchema.safeParse(membersWithTexts)
  if (secondResult.success) return secondResult.data

  const fixtureSecrets = findFixtureSecrets(membersWithTexts['fixtures']).map(([name, value]) => ({ name, value }))
  const describeValue = createFoundDescription([...variables, ...fixtureSecrets])
  const problems = findSchemaProblems(configSchema, membersWithTexts, describeValue)
  throw new ConfigurationError(problems.map((problem) => describeProblem(problem, configFile)).join('\n'))
}

function describeProblem(problem: SchemaProblem, { describeLocation }: ConfigFile): string {
  const remedy = problem.path[0] === 'baseUrl' ? BASE_URL_REMEDY : ''
  return `${describeLocation(problem.path)}: ${formatSchemaProblem(problem)}${remedy}`
}

/** Returns a copy of the members in which the texts of the file replace the values that should be texts. */
function replaceByTexts(
  members: Readonly<Record<string, unknown>>,
  issues: readonly { readonly code: string; readonly expected?: unknown; readonly path: Path }[],
  { textAt }: ConfigFile,
): Readonly<Record<string, unknown>> {
  const membersWithTexts = structuredClone(members)

  for (const issue of issues) {
    const expectsText = issue.code === 'invalid_type' && issue.expected === 'string'
    const text = textAt(issue.path)
    if (expectsText && text !== undefined) setAtPath(membersWithTexts, issue.path, text)
  }
  return membersWithTexts
}

const BASE_URL_REMEDY = '; give --base-url or WFHOST_BASE_URL, or write a configuration with wfhost-conformance init'

function setAtPath(root: object, path: Path, value: string): void {
  const name = path.at(-1)
  if (name === undefined) return

  const parent = path.slice(0, -1).reduce<unknown>((node, step) => Reflect.get(Object(node), step), root)
  Reflect.set(Object(parent), name, value)
}

/**
 * Makes this process use the proxies that the environment names. Versions of Node without this function read
 * NODE_USE_ENV_PROXY=1 when they start.
 */
function setUpProxies(environment: ConfigSources['environment']): void {
  const proxies = readProxies(environment, refuseProxy)
  const hasProxy = proxies.http !== '' || proxies.https !== ''
  if (hasProxy) http.setGlobalProxyFromEnv?.({ ...environment, http_proxy: proxies.http, https_proxy: proxies.https })
}

function refuseProxy(message: string): never {
  throw new ConfigurationError(message)
}
