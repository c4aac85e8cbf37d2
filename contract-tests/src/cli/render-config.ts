import { getConformanceSchemaUrl } from '@wfhost/internal/documentation'
import { stringify } from 'yaml'
import { defaultLimits } from '../engine/budget.ts'
import { areaNames, type Permission, permissions } from '../engine/checks.ts'
import type { Area } from '../engine/conformance-report.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import type { DeclaredFixtures } from '../target/target.ts'

/** The settings with which a configuration is written for the first time. */
export interface InitAnswers {
  readonly name: string
  readonly baseUrl: string
  /** Undefined means the same as `baseUrl`. */
  readonly registryUrl: string | undefined
  readonly product: string
  /** Undefined means all areas. */
  readonly areas: readonly Area[] | undefined
  readonly allow: readonly Permission[]
  /** The fixtures of the target. A fixture that is a workflow has its id, and any other fixture an empty text. */
  readonly fixtures: Readonly<Partial<Record<keyof DeclaredFixtures, string>>>
  /** The values of fixtures that the server showed. @default examples are written */
  readonly discoveredFixtures?: Partial<DeclaredFixtures> | undefined
  /** The path or the URL of the JSON Schema, for editors. */
  readonly schema?: string | undefined
}

/** The names of all fixtures, in the order of a configuration. The schema has exactly these members. */
export const fixtureNames = Object.keys(fixturesSchema.shape) as (keyof DeclaredFixtures)[]

export const defaultAnswers: InitAnswers = {
  name: 'staging',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the configuration's own notation
  baseUrl: '${WFHOST_BASE_URL}',
  registryUrl: undefined,
  product: 'wfhost',
  areas: undefined,
  allow: ['runs'],
  fixtures: { echo: 'echo', unknownFlowId: 'no-such-workflow' },
}

/**
 * Renders a configuration with every possible member, as YAML. A member without an answer, or without a question in `init`, is a
 * comment with an example. The user removes the first `#` to declare the member. The text after a second `#` explains the
 * example:
 *
 * ```yaml
 * # caFile: ./ca.pem                            # more certificate authorities to trust
 * ```
 */
export function renderConfig(answers: InitAnswers): string {
  const { allow, areas, baseUrl, name, product, registryUrl, schema = getConformanceSchemaUrl() } = answers

  return `# yaml-language-server: $schema=${schema}
# A target of wfhost-conformance. A check is blocked if a fixture or a hook that it needs is not declared here.
# \${NAME} is replaced by a variable of the environment. Write keys like this, and no report shows them.
name: ${renderValue(name)}
baseUrl: ${renderValue(baseUrl)}
${renderRegistryUrl(registryUrl)}
${renderProduct(product)}
# timeoutMs: 30000
# settleMs: 1000                              # how late credits, publications and ends of runs may become visible
# requestsPerSecond: 5
# values: { seed: 1, sets: 10 }               # the seed of generated arguments, and how many sets are sent
# trace: false                                # leave out the headers that identify run and check in your logs
# caFile: ./ca.pem                            # more certificate authorities to trust

# What the suite may do to this server: ${permissions.join(', ')}. Anything else is not permitted.
allow: [${allow.join(', ')}]
maxRuns: ${defaultLimits.maxRuns}
maxExecutions: ${defaultLimits.maxExecutions}

# The areas of the API that the server claims to offer: ${areaNames.join(', ')}.
${renderAreas(areas)}

fixtures:
${renderFixtures(answers)}

${OPTIONAL_MEMBERS_YAML}`
}

function renderFixtures({ discoveredFixtures = {}, fixtures }: InitAnswers): string {
  const lines = fixtureNames.map((name) => renderFixture(name, { answer: fixtures[name], discovered: discoveredFixtures[name] }))
  return lines.join('\n')
}

/** The YAML of `hooks`, `claims`, `contract` and `baseline`, about which `init` asks no question. All of it is a comment. */
const OPTIONAL_MEMBERS_YAML = `# Hooks for actions outside the API: an HTTP request (by default, POST), or a command that prints the result.
# A command gets the values in braces as variables: {flowId} as WFHOST_FLOW_ID, {windowMs} as WFHOST_WINDOW_MS.
# hooks:
#   regenerateKey: { url: "https://admin.example.org/flows/{flowId}/key", headers: { authorization: "Bearer \${ADMIN_TOKEN}" }, pick: /key }
#   publishWorkflow: { command: [./publish-workflow.sh] }     # gets WFHOST_FLOW_ID, prints the key
#   unpublishWorkflow: { command: [./unpublish-workflow.sh] } # gets WFHOST_FLOW_ID
#   publishToolset: { url: "https://admin.example.org/toolsets/{toolset}", method: PUT, body: { default: "{version}" } }
#   creditBalance: { url: "https://admin.example.org/credits", method: GET, pick: /credits }
#   endedRuns: { command: [./count-successful-runs.sh] }       # gets WFHOST_FLOW_ID, prints how many have succeeded by now
#   limitRate: { url: "https://admin.example.org/limit", body: { requests: "{requests}", windowMs: "{windowMs}" } } # 1000000 requests in 1000 ms mean no limit

# Promises of this server where the source document leaves a choice. The suite checks them.
# claims: { runIdField: /runId, failedRunStatus: 200, defaultMode: sync, organizationFallback: organization, sessionProfile: registry }

# For verify: the workflows, keys and tool sets of this server that replace the ones in a consumer's contract.
# contract:
#   workflows: { support-triage: { flowId: triage, key: "\${TRIAGE_KEY}" } }
#   organizations: { acme: { orgId: acme, keys: { Default: "\${HOST_KEY}" } } }
#   toolsets: { mail: mail }

# Known failures. An entry that has expired, or whose check passes, fails the run.
# baseline: [{ check: key-regenerated, reason: ticket 17, owner: ada, expires: 2027-01-31 }]
`

function renderRegistryUrl(registryUrl: string | undefined): string {
  if (registryUrl !== undefined) return `registryUrl: ${renderValue(registryUrl)}`
  return '# registryUrl: https://registry.example.org   # default: the same as baseUrl'
}

function renderProduct(product: string): string {
  if (product !== 'wfhost') return `product: ${renderValue(product)}`
  return '# product: wfhost                             # the product segment of the registry’s paths'
}

function renderAreas(areas: readonly Area[] | undefined): string {
  if (areas !== undefined) return `areas: [${areas.join(', ')}]`
  return '# areas: [run-sync, keys]                     # the default is all areas'
}

/** Lists the variables that a configuration uses outside of comments. */
export function listVariables(config: string): string[] {
  const lines = config.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const names = lines.flatMap((line) => Array.from(line.matchAll(/\$\{(\w+)\}/g), ([, name = '']) => name))
  return [...new Set(names)]
}

interface FixtureAnswer {
  readonly answer: string | undefined
  /** The value that the server showed. */
  readonly discovered: unknown
}

/** Renders a fixture with its description. A fixture without an answer to its question becomes a comment. */
function renderFixture(name: keyof DeclaredFixtures, { answer, discovered }: FixtureAnswer): string {
  const example = discovered ?? fixtureExamples[name]
  const fixture = replaceFlowId(example, answer || flowIdOf(example))
  const visibleLines = answer === undefined ? renderMember(name, fixture).map(toComment) : renderDeclared(name, fixture)

  const { description = '' } = fixturesSchema.shape[name]
  const comment = `# ${description[0]?.toUpperCase()}${description.slice(1)}.`
  const isDeclaredAsExample = answer !== undefined && discovered === undefined && hasExampleValues(example)
  const instruction = isDeclaredAsExample ? ['# Replace the values of this example by those of your server.'] : []
  return [comment, ...instruction, ...visibleLines].map((line) => `  ${line}`).join('\n')
}

/** Whether an example has values for which `init` asks no question. The key is a variable. */
function hasExampleValues(example: unknown): boolean {
  if (typeof example !== 'object') return false
  return Object.keys(Object(example)).some((member) => !['flowId', 'key', 'parameters'].includes(member))
}

/** Renders a declared fixture. The names of parameters are only known to the user, so they are a comment to fill in. */
function renderDeclared(name: string, fixture: unknown): string[] {
  const { parameters, ...known } = Object(fixture)
  if (parameters === undefined) return renderMember(name, fixture)

  const instruction = 'Replace each name by the name of a parameter of this type, and remove the comment sign before parameters.'
  const lines = [`${instruction} Remove the types that the workflow lacks.`, `parameters: ${renderValue(parameters)}`]
  return [...renderMember(name, known), ...lines.map((line) => `  ${toComment(line)}`)]
}

function toComment(line: string): string {
  return `# ${line}`
}

function renderMember(name: string, value: unknown): string[] {
  const isMapping = typeof value === 'object' && !Array.isArray(value)
  if (!isMapping) return [`${name}: ${renderValue(value)}`]

  const members = Object.entries(Object(value)).map(([member, child]) => `  ${member}: ${renderValue(child)}`)
  return [`${name}:`, ...members]
}

function replaceFlowId(example: unknown, flowId: string | undefined): unknown {
  if (flowId === undefined) return example
  return typeof example === 'string' ? flowId : { ...Object(example), flowId }
}

/** Renders a value on one line. A reference to a variable needs no quotation marks. */
function renderValue(value: unknown): string {
  if (typeof value === 'string' && /^\$\{\w+\}$/.test(value)) return value
  return stringify(value, { defaultStringType: 'PLAIN', collectionStyle: 'flow', lineWidth: 0 }).trim()
}

/** An example of each fixture, as in a configuration. Keys are variables. */
export const fixtureExamples: DeclaredFixtures = {
  echo: { ...workflow('echo'), parameters: { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' } },
  typed: {
    ...workflow('typed'),
    validArguments: { subject: 'Hello', priority: 1 },
    required: 'subject',
    mistyped: { name: 'priority', value: 'high' },
  },
  failing: {
    ...{ ...workflow('failing'), succeededStep: 'look-up', failedStep: 'charge' },
    error: { name: 'CardError', value: 'The card is declined' },
  },
  slow: { ...workflow('slow'), durationMs: 500, result: 'done' },
  regenerated: { flowId: 'rotated' },
  secondWorkflow: workflow('second'),
  otherWorkspace: workflow('other'),
  archived: workflow('archived'),
  unpublishedFlowId: 'draft',
  publishableFlowId: 'spare',
  unknownFlowId: 'no-such-workflow',
  registry: registry('HOST_KEY'),
  otherEnvironment: registry('STAGING_HOST_KEY'),
  otherOrganization: registry('OTHER_HOST_KEY'),
  nothingPublished: { key: variable('EMPTY_HOST_KEY') },
  organization: { orgId: 'acme', key: variable('HOST_KEY'), sessionCookie: `console_session=${variable('SESSION')}` },
  unpublishedOrganization: {
    ...{ orgId: 'initech', key: variable('UNPUBLISHED_HOST_KEY'), toolset: 'reports', latestVersion: '0.9.1' },
    notListed: ['sketches'],
  },
  manifest: { toolsets: '/toolsets/*', name: '/name', version: '/version', tool: '/tools/*/name' },
  publishableToolset: { toolset: 'mail', version: '1.0.0' },
  falsyOutputs: [{ ...workflow('nothing'), result: null, step: 'compute' }],
  execute: {
    payload: { toolset: 'mail', tool: 'send', arguments: { text: 'needle' } },
    pointer: '/result/text',
    expectedText: 'needle',
  },
  executeFailing: { toolset: 'mail', tool: 'fail' },
  executeEnvironment: {
    payload: { toolset: 'mail', tool: 'sender' },
    pointer: '/result',
    expectedText: { registry: 'default-sender', otherEnvironment: 'staging-sender' },
  },
  executeVersion: {
    payload: { toolset: 'mail', tool: 'version' },
    pointer: '/result',
    expectedText: { registry: '1.2.0', otherEnvironment: '2.0.0' },
  },
}

/** Returns the flowId of an example, or undefined if the example is not a workflow. */
export function flowIdOf(example: unknown): string | undefined {
  return typeof example === 'string' ? example : Object(example).flowId
}

function workflow(flowId: string): DeclaredFixtures['secondWorkflow'] {
  return { flowId, key: variable(`${flowId.toUpperCase()}_KEY`) }
}

function registry(name: string): DeclaredFixtures['registry'] {
  const tool = { toolset: 'mail', version: '1.2.0', tool: 'send' }
  // A tool set is listed once for each of its tools. `otherVersionTool` is a tool of another version.
  return {
    key: variable(name),
    listed: [
      { ...tool, otherVersionTool: 'draft' },
      { ...tool, tool: 'bounce' },
    ],
    notListed: ['internal'],
  }
}

function variable(name: string): string {
  return `\${${name}}`
}
