import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getConformanceSchemaUrl } from '@wfhost/internal/documentation'
import { toPrintableLine } from '@wfhost/internal/printable'
import { areaNames, checks, permissions } from '../engine/checks.ts'
import type { Area } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { describeFileError, findWriteProblem } from '../file-errors.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import type { DeclaredFixtures } from '../target/target.ts'
import { discoverServer } from './discover-server.ts'
import type { Discovery, DiscoveryOptions } from './discovery/discovery.ts'
import { type Io, NotWritten, type Terminal, UsageError } from './io.ts'
import { defaultConfig } from './options.ts'
import { Prompter } from './prompter.ts'
import {
  defaultAnswers,
  fixtureExamples,
  fixtureNames,
  flowIdOf,
  type InitAnswers,
  listVariables,
  renderConfig,
} from './render-config.ts'
import { waitWithProgress } from './wait-with-progress.ts'

interface InitOptions {
  readonly json?: true | undefined
  readonly yes?: true | undefined
  /** The server from which fixtures are discovered. @default the address that the user enters, if there is one */
  readonly baseUrl?: string | undefined
  readonly registryUrl?: string | undefined
  readonly product?: string | undefined
}

/**
 * Writes a commented configuration, but never over an existing file. On a terminal, it asks questions first. If it has the
 * address of a server, it declares the fixtures that it discovers there.
 */
export async function initCommand(file = defaultConfig, options: InitOptions, io: Io): Promise<number> {
  const { json, yes } = options
  // The file is checked before the questions, because the answers would be lost if it cannot be written.
  await refuseUnwritableFile(file)

  const asksQuestions = io.terminal !== undefined && !yes && !json
  const answers = asksQuestions ? await interview(io.terminal, { options, io }) : await answerFromServer(options, io)
  const config = renderConfig({ ...answers, schema: findSchema(file) })
  await writeNewFile(file, config)

  const variables = listVariables(config)
  if (json) io.print(JSON.stringify({ file, variables, found: Object.keys(answers.discoveredFixtures ?? {}) }))
  else printNextSteps(file, variables, io)
  return exitCodes.conformant
}

/** Prints what the user can do with a new configuration. */
function printNextSteps(file: string, variables: readonly string[], { print }: Io): void {
  const instruction = variables.length === 0 ? '' : `, set ${variables.join(', ')}`
  print(`Wrote ${file}. Fill in what your server has${instruction}, then:`)
  print(file === defaultConfig ? 'wfhost-conformance plan' : `wfhost-conformance plan -c ${file}`)
}

/** The JSON Schema in the installed package. */
const INSTALLED_SCHEMA = 'node_modules/@wfhost/contract-tests/dist/config.schema.json'

/** Returns the schema of the installed package for a file beside it, and the schema of the documentation otherwise. */
function findSchema(file: string): string {
  return existsSync(join(dirname(file), INSTALLED_SCHEMA)) ? `./${INSTALLED_SCHEMA}` : getConformanceSchemaUrl()
}

/** Fills in the settings from the options, and from the server of the options. */
async function answerFromServer(options: InitOptions, io: Io): Promise<InitAnswers> {
  const { baseUrl = defaultAnswers.baseUrl, product = defaultAnswers.product, registryUrl } = options
  const answers = { ...defaultAnswers, baseUrl, product, registryUrl }
  if (options.baseUrl === undefined) return answers

  const problem = describeAddressProblem(options.baseUrl)
  if (problem !== undefined) throw new UsageError(`Cannot ask ${options.baseUrl}: ${problem}`)

  const discovering = discoverServer({ baseUrl: options.baseUrl, product, registryUrl, environment: io.environment })
  const discovery = await waitWithProgress(discovering, 'reading the server', io)
  if (options.json === undefined) for (const note of discovery.notes) io.print(toPrintableLine(note))
  return { ...answers, ...addDiscoveredFixtures(discovery, answers.fixtures) }
}

/** Adds the fixtures that a server showed to those that are declared anyway. */
function addDiscoveredFixtures(
  { fixtures: discoveredFixtures }: Discovery,
  fixtures: InitAnswers['fixtures'],
): Pick<InitAnswers, 'fixtures' | 'discoveredFixtures'> {
  const names = fixtureNames.filter((name) => discoveredFixtures[name] !== undefined)
  const addedFixtures = names.map((name) => [name, flowIdOf(discoveredFixtures[name]) ?? ''])
  return { fixtures: { ...fixtures, ...Object.fromEntries(addedFixtures) }, discoveredFixtures }
}

async function refuseUnwritableFile(file: string): Promise<void> {
  if (existsSync(file)) throw new UsageError(`Cannot write ${file}: it is there already. ${FILE_REMEDY}`)

  const problem = await findWriteProblem(file)
  if (problem !== undefined) throw new UsageError(`Cannot write ${file}: ${problem.reason}. ${FILE_REMEDY}`)
}

async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    const { isOfPath, reason } = await describeFileError(error, file)
    const message = `Cannot write ${file}: ${reason}. ${FILE_REMEDY}`
    throw isOfPath ? new UsageError(message) : new NotWritten(message)
  }
}

const FILE_REMEDY = 'Name another file after init'

interface InterviewContext {
  readonly options: InitOptions
  readonly io: Io
}

/** Asks the questions. Ctrl-D and the end of the input cancel them, because the prompts would wait forever. */
async function interview(terminal: Terminal, context: InterviewContext): Promise<InitAnswers> {
  const cancellation = new AbortController()
  const cancel = () => cancellation.abort()
  const onKeypress = (_: unknown, key: { readonly ctrl: boolean; readonly name?: string }) => {
    if (key.ctrl && key.name === 'd') cancel()
  }

  terminal.input.on('keypress', onKeypress).once('end', cancel)
  try {
    const prompts = await import('@clack/prompts')
    return await askQuestions(new Prompter(prompts, { ...terminal, signal: cancellation.signal }), context)
  } finally {
    terminal.input.off('keypress', onKeypress).off('end', cancel)
  }
}

/**
 * Interviews the user about the main settings of a configuration, and discovers fixtures of the server. Fixtures are the test
 * data of a server, such as a workflow that fails. No question is about a key, because the file contains variables for keys.
 */
async function askQuestions(prompter: Prompter, { io, options }: InterviewContext): Promise<InitAnswers> {
  prompter.intro(
    'Press Enter to accept the proposed value. Keys are not entered here: they will be variables of the environment.',
  )

  const server = await askServer(prompter, options)

  // The discovery comes before the next questions, so that they can propose the fixtures of the server.
  const discovery = await discoverReachableServer({ ...server, environment: io.environment })
  for (const note of discovery.notes) prompter.note(toPrintableLine(note))

  // A server may claim only some areas, the parts of the API. The checks of other areas do not run.
  const areas = await prompter.multiselect('Which parts of the API are claimed?', areaNames, { initial: areaNames })
  const allow = await prompter.multiselect('What may be done to the server?', permissions, { initial: defaultAnswers.allow })
  const fixtures = await askFixtures(prompter, { areas, discoveredFixtures: discovery.fixtures })

  const isUnrestricted = areas.length === 0 || areas.length === areaNames.length
  return {
    ...server,
    registryUrl: server.registryUrl === server.baseUrl ? undefined : server.registryUrl,
    // Undefined means that the file does not restrict the areas.
    areas: isUnrestricted ? undefined : areas,
    allow,
    fixtures,
    // The discovery found values for some fixtures, such as tool sets. The file uses them for the chosen fixtures.
    discoveredFixtures: discovery.fixtures,
  }
}

/** Lets the user enter the name, addresses and product of a server. Proposes the options of the command, or the defaults. */
async function askServer(prompter: Prompter, options: InitOptions) {
  const { baseUrl: proposedBaseUrl = defaultAnswers.baseUrl, product: proposedProduct = defaultAnswers.product } = options

  const name = await prompter.ask('Name of the target', defaultAnswers.name)
  const baseUrl = await prompter.ask('Address of the workflow service', proposedBaseUrl, describeAddressProblem)
  const proposedRegistryUrl = options.registryUrl ?? baseUrl
  const registryUrl = await prompter.ask('Address of the tool registry', proposedRegistryUrl, describeAddressProblem)
  const product = await prompter.ask('Product segment in the paths of the registry', proposedProduct, describeSegmentProblem)
  return { name, baseUrl, registryUrl, product }
}

/** Discovers the fixtures of the entered server, unless its address is a variable. */
async function discoverReachableServer(server: DiscoveryOptions): Promise<Discovery> {
  const isAddress = URL.canParse(server.baseUrl) && URL.canParse(server.registryUrl ?? server.baseUrl)
  return isAddress ? discoverServer(server) : { notes: [], fixtures: {} }
}

/**
 * Asks which fixtures (declared test data) the server has. Requests the flow ID of each fixture that is a workflow. Offers only
 * the fixtures that checks of the chosen areas need.
 */
async function askFixtures(
  prompter: Prompter,
  { areas, discoveredFixtures }: { readonly areas: readonly Area[]; readonly discoveredFixtures: Partial<DeclaredFixtures> },
): Promise<InitAnswers['fixtures']> {
  const neededFixtures = listNeededFixtures(areas)
  const offeredFixtures = fixtureNames.filter((name) => neededFixtures.has(name))

  // The list shows these fixtures as chosen, and the user can change that.
  const defaultFixtures = new Set(Object.keys(defaultAnswers.fixtures))
  const initialFixtures = offeredFixtures.filter((name) => defaultFixtures.has(name) || discoveredFixtures[name] !== undefined)

  const chosenFixtures = await prompter.multiselect(
    'Which fixtures does the server have? The file explains each',
    offeredFixtures,
    {
      initial: initialFixtures,
      // The schema of the configuration has a sentence about each fixture.
      describe: (name) => fixturesSchema.shape[name].description,
    },
  )

  const fixtures: Partial<Record<keyof DeclaredFixtures, string>> = {}
  for (const name of chosenFixtures) {
    fixtures[name] = await askFixtureValue(prompter, name)
  }
  return fixtures
}

/** Asks which flow ID a fixture has, if it is a workflow. Returns NO_FLOW_ID for other fixtures. */
async function askFixtureValue(prompter: Prompter, name: keyof DeclaredFixtures): Promise<string> {
  const exampleFlowId = flowIdOf(fixtureExamples[name])
  if (exampleFlowId === undefined) return NO_FLOW_ID

  return prompter.ask(`Identifier of ${name}`, exampleFlowId)
}

/** The ID of a fixture that is not a workflow. The file declares such a fixture with the values of the example. */
const NO_FLOW_ID = ''

/** Returns the fixtures that the checks of some areas need. No area means all areas. */
function listNeededFixtures(areas: readonly Area[]): ReadonlySet<string> {
  const checksOfAreas = checks.filter(({ area }) => areas.length === 0 || areas.includes(area))
  return new Set(checksOfAreas.flatMap(({ needs }) => needs.fixtures))
}

function describeAddressProblem(answer: string): string | undefined {
  const isVariable = /^\$\{\w+\}$/.test(answer)
  if (isVariable) return undefined

  if (!/^https?:\/\//.test(answer) || !URL.canParse(answer)) {
    return `Expected a URL such as https://api.example.org, or a variable such as ${defaultAnswers.baseUrl}`
  }

  const { password, username } = new URL(answer)
  const hasCredentials = username !== '' || password !== ''
  return hasCredentials ? 'Expected a URL without user and password: secrets are not written' : undefined
}

function describeSegmentProblem(answer: string): string | undefined {
  return /^[\w.~-]+$/.test(answer) ? undefined : 'Expected one segment of a path, without slashes'
}
