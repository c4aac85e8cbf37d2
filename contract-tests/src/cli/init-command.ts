import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { areaNames, checks, permissions } from '../engine/checks.ts'
import type { Area } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import type { DeclaredFixtures } from '../target/target.ts'
import { type Io, type Terminal, UsageError } from './io.ts'
import { defaultConfig } from './options.ts'
import {
  defaultAnswers,
  fixtureExamples,
  fixtureNames,
  flowIdOf,
  type InitAnswers,
  listVariables,
  renderConfig,
} from './render-config.ts'

/** Writes a commented configuration, but never over an existing file. On a terminal, it asks questions first. */
export async function initCommand(
  file = defaultConfig,
  { json, yes }: { readonly json?: true | undefined; readonly yes?: true | undefined },
  { print, terminal }: Io,
): Promise<number> {
  // The file is checked before the questions, so that nobody answers them in vain.
  if (existsSync(file)) throw new UsageError(`Cannot write ${file}: it is there already`)

  const asksQuestions = terminal !== undefined && !yes && !json
  const answers = asksQuestions ? await interview(terminal) : defaultAnswers
  const config = renderConfig(answers)
  await writeNewFile(file, config)

  const variables = listVariables(config)
  if (json) {
    print(JSON.stringify({ file, variables }))
    return exitCodes.conformant
  }

  const instruction = variables.length === 0 ? '' : `, set ${variables.join(', ')}`
  print(`Wrote ${file}. Fill in what your server has${instruction}, then:`)
  print(file === defaultConfig ? 'wfhost-conformance plan' : `wfhost-conformance plan -c ${file}`)
  return exitCodes.conformant
}

async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Asks the questions. Ctrl-D and the end of the input cancel them, because the prompts would wait forever. */
async function interview(terminal: Terminal): Promise<InitAnswers> {
  const cancellation = new AbortController()
  const cancel = () => cancellation.abort()
  const onKeypress = (_: unknown, key: { readonly ctrl: boolean; readonly name?: string }) => {
    if (key.ctrl && key.name === 'd') cancel()
  }

  terminal.input.on('keypress', onKeypress).once('end', cancel)
  try {
    return await askQuestions(new Prompter(await import('@clack/prompts'), { ...terminal, signal: cancellation.signal }))
  } finally {
    terminal.input.off('keypress', onKeypress).off('end', cancel)
  }
}

/** Asks for the main settings. It never asks for keys, which are written as variables. */
async function askQuestions(prompter: Prompter): Promise<InitAnswers> {
  prompter.begin('Enter takes what is proposed. Keys are not asked for: they will be variables of the environment.')

  const name = await prompter.ask('Name of the target', defaultAnswers.name)
  const baseUrl = await prompter.ask('Address of the workflow service', defaultAnswers.baseUrl, describeAddressProblem)
  const registryUrl = await prompter.ask('Address of the tool registry', baseUrl, describeAddressProblem)
  const product = await prompter.ask('Product segment of its paths', defaultAnswers.product, describeSegmentProblem)
  const areas = await prompter.choose('Which parts of the API are claimed?', areaNames, { initial: areaNames })
  const allow = await prompter.choose('What may be done to the server?', permissions, { initial: defaultAnswers.allow })
  const fixtures = await askFixtures(prompter, areas)

  const hasAllAreas = areas.length === 0 || areas.length === areaNames.length
  return {
    name,
    baseUrl,
    registryUrl: registryUrl === baseUrl ? undefined : registryUrl,
    product,
    areas: hasAllAreas ? undefined : areas,
    allow,
    fixtures,
  }
}

/** Asks which fixtures the target has, and for the id of each workflow among them. */
async function askFixtures(prompter: Prompter, areas: readonly Area[]): Promise<InitAnswers['fixtures']> {
  const neededFixtures = listNeededFixtures(areas)
  const offeredFixtures = fixtureNames.filter((name) => neededFixtures.has(name))
  const chosenFixtures = await prompter.choose('What does it have? The file explains each', offeredFixtures, {
    initial: offeredFixtures.filter((name) => name in defaultAnswers.fixtures),
    describe: (name) => fixturesSchema.shape[name].description,
  })

  const fixtures: Partial<Record<keyof DeclaredFixtures, string>> = {}
  for (const name of chosenFixtures) {
    const exampleFlowId = flowIdOf(fixtureExamples[name])
    const isWorkflow = exampleFlowId !== undefined
    fixtures[name] = isWorkflow ? await prompter.ask(`Identifier of ${name}`, exampleFlowId) : ''
  }
  return fixtures
}

interface Choices<T extends string> {
  readonly initial: readonly T[]
  readonly describe?: (name: T) => string | undefined
}

/** Asks questions on a terminal. An answer that was cancelled ends the command. */
class Prompter {
  readonly #prompts: typeof import('@clack/prompts')
  readonly #terminal: Terminal & { readonly signal: AbortSignal }

  constructor(prompts: typeof import('@clack/prompts'), terminal: Terminal & { readonly signal: AbortSignal }) {
    this.#prompts = prompts
    this.#terminal = terminal
  }

  begin(title: string): void {
    this.#prompts.intro(title, this.#terminal)
  }

  /** Asks for a text. An empty answer means the proposed text. */
  async ask(message: string, proposal: string, describeProblem?: (answer: string) => string | undefined): Promise<string> {
    const validate = (answer = '') => describeProblem?.(answer.trim() || proposal)
    const answer = await this.#prompts.text({
      message,
      defaultValue: proposal,
      placeholder: proposal,
      validate,
      ...this.#terminal,
    })
    return this.#requireAnswer(answer).trim()
  }

  /** Asks for a selection of names. */
  async choose<T extends string>(message: string, names: readonly T[], { describe, initial }: Choices<T>): Promise<T[]> {
    const answer = await this.#prompts.multiselect({
      message,
      options: names.map((name) => ({ value: name as string, hint: describe?.(name) ?? '' })),
      initialValues: initial.filter((name) => names.includes(name)),
      required: false,
      ...this.#terminal,
    })

    const chosenNames = this.#requireAnswer(answer)
    return names.filter((name) => chosenNames.includes(name))
  }

  #requireAnswer<T>(answer: T): Exclude<T, symbol> {
    if (this.#prompts.isCancel(answer)) {
      throw new UsageError('The questions were not answered, so nothing was written')
    }
    // The prompts return a symbol only for a cancelled question.
    return answer as Exclude<T, symbol>
  }
}

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
