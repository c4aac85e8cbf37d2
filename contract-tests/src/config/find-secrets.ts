import type { Config } from './config-schema.ts'
import type { UsedVariable } from './variables.ts'

/** A secret, and the name that replaces it in reports. */
type NamedSecret = readonly [name: string, value: string]

/**
 * Finds the secrets of a configuration: the keys and sessions of its fixtures, and secret values in its hooks. A secret from
 * the environment has the name of its variable, and a secret in the file has a name such as `WFHOST_ECHO_KEY`. Addresses and
 * names are not secrets, because every report shows them.
 */
export function findSecrets(config: Config, variables: readonly UsedVariable[]): Record<string, string> {
  const ofFixtures = [...findFixtureSecrets(config.fixtures), ...findContractSecrets(config.contract)]
  const ofHooks = findHookSecrets(config.hooks).filter(([, value]) => !isVisibleInReports(value, config))

  const secretVariables = variables.filter((variable) => isSecretVariable(variable, { config, ofFixtures, variables }))
  const variableValues = new Set(secretVariables.map(({ value }) => value))
  const variableNames = new Set(secretVariables.map(({ name }) => name))

  const written = [...ofFixtures, ...ofHooks].filter(([, value]) => !variableValues.has(value))
  const namedWritten = written.map(([name, value]): NamedSecret => {
    const isTaken = variableNames.has(name)
    return [isTaken ? `${name}_WRITTEN` : name, value]
  })
  return Object.fromEntries([...secretVariables.map(({ name, value }): NamedSecret => [name, value]), ...namedWritten])
}

const FIXTURE_SECRET = /^(key|sessionCookie|sessionHeader)$/
const FIXTURE_SECRET_PATH = /^fixtures\..*\.(key|sessionCookie|sessionHeader)$/

interface KnownSecrets {
  readonly config: Config
  readonly ofFixtures: readonly NamedSecret[]
  readonly variables: readonly UsedVariable[]
}

/** Returns whether a variable is a secret: one of a fixture, or one that only hooks use and that no report shows. */
function isSecretVariable({ name, path, value }: UsedVariable, { config, ofFixtures, variables }: KnownSecrets): boolean {
  if (FIXTURE_SECRET_PATH.test(path)) return true
  if (ofFixtures.some(([, secret]) => secret === value)) return true
  if (!path.startsWith('hooks.')) return false

  const isUsedElsewhere = variables.some((other) => other.name === name && !other.path.startsWith('hooks.'))
  return !isUsedElsewhere && !isVisibleInReports(value, config) && !isAddressWithoutSecret(value)
}

/** Whether a value is an address that has no credentials, no parameters, and no random part, as that of a webhook has. */
function isAddressWithoutSecret(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false

  const { password, pathname, search, username } = new URL(value)
  const hasRandomPart = pathname.split('/').some((text) => isSecretPart({ label: 'path', text }))
  return username === '' && password === '' && search === '' && !hasRandomPart
}

function isVisibleInReports(value: string, { baseUrl, name = '', product, registryUrl = '' }: Config): boolean {
  return [baseUrl, registryUrl, product, name].some((text) => text.includes(value))
}

/** Finds the keys and sessions of fixtures. */
export function findFixtureSecrets(fixtures: unknown): NamedSecret[] {
  return listTexts(fixtures, 'WFHOST')
    .filter(({ member }) => FIXTURE_SECRET.test(member))
    .map(({ member, name, value }) => [name, readSecretPart(member, value)])
}

/** Finds the keys and sessions of the server in the mapping of a contract. */
export function findContractSecrets(contract: Config['contract']): NamedSecret[] {
  if (contract === undefined) return []

  const { organizations, workflows } = contract
  const keys = Object.fromEntries(Object.entries(organizations).map(([orgId, organization]) => [orgId, organization.keys]))
  const hostingKeys = listTexts(keys, 'WFHOST_CONTRACT').map(({ name, value }): NamedSecret => [name, value])
  return [...findFixtureSecrets({ contract: { workflows, organizations } }), ...hostingKeys]
}

/** Returns the value of a cookie or a header. Its name is not secret, and may occur anywhere. */
function readSecretPart(member: string, text: string): string {
  if (member === 'sessionCookie') return text.slice(text.indexOf('=') + 1)
  if (member === 'sessionHeader') return text.replace(/^[\w-]+: */, '')
  return text
}

/** Finds the values in hooks that may be secrets, by the name of their member or by their look. */
function findHookSecrets(hooks: Config['hooks']): NamedSecret[] {
  return listTexts(hooks, 'WFHOST_HOOKS').flatMap(({ member, name, value }) => {
    const isUrl = member === 'url' && URL.canParse(value)
    const parts = isUrl ? splitUrl(new URL(value)) : splitText(member, value)
    const secrets = parts.filter(isSecretPart)
    return secrets.map(({ text }, index): NamedSecret => [index === 0 ? name : `${name}_${index}`, text])
  })
}

/** A word of a text, and a label that may show that it is a secret. */
interface Part {
  readonly label: string
  readonly text: string
}

function splitUrl({ password, searchParams, username }: URL): Part[] {
  const credentials = [username, password].filter((text) => text !== '')
  const parameters = [...searchParams].map(([label, text]) => ({ label, text }))
  return [...credentials.map((text) => ({ label: 'password', text: decodeURIComponent(text) })), ...parameters]
}

/** Splits a text such as `Authorization: Bearer …` or `--token=…` into words. The label of a word has all words before it. */
function splitText(member: string, value: string): Part[] {
  const words = value.split(/[\s=:,;"']+/).filter((word) => word !== '')
  return words.map((text, index) => ({ label: [member, ...words.slice(0, index)].join(' '), text }))
}

function isSecretPart({ label, text }: Part): boolean {
  const isPlaceholder = /^\{\w+\}$/.test(text)
  const isScheme = /^(bearer|basic|token)$/i.test(text)
  if (text.length < 4 || isPlaceholder || isScheme) return false

  const hasSecretLabel = /auth|cookie|credential|key|passw|secret|session|token/i.test(label)
  const looksRandom = /^(?=.*\d)(?=.*[A-Za-z])[\w+~=-]{16,}$/.test(text)
  return hasSecretLabel || looksRandom
}

/** A text in a configuration. */
interface ConfiguredText {
  readonly member: string
  /** The path to the text, as the name of a variable. */
  readonly name: string
  readonly value: string
}

function listTexts(value: unknown, parentName: string): ConfiguredText[] {
  if (typeof value !== 'object' || value === null) return []

  return Object.entries(value).flatMap(([member, child]) => {
    const name = `${parentName}_${toVariableName(member)}`
    return typeof child === 'string' ? [{ member, name, value: child }] : listTexts(child, name)
  })
}

function toVariableName(member: string): string {
  return member
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toUpperCase()
}
