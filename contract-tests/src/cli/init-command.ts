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
  renderConfig,
  variablesOf,
} from './render-config.ts'

/** Writes a commented configuration, and never over a file that is there. On a terminal it asks first. */
export async function initCommand(
  file = defaultConfig,
  { json, yes }: { readonly json?: true | undefined; readonly yes?: true | undefined },
  { print, terminal }: Io,
): Promise<number> {
  // Before anybody answers a question for nothing.
  if (existsSync(file)) throw new UsageError(`Cannot write ${file}: it is there already`)
  const answers = terminal === undefined || yes || json ? defaultAnswers : await interview(terminal)
  const config = renderConfig(answers)
  try {
    await writeFile(file, config, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const variables = variablesOf(config)
  if (json) {
    print(JSON.stringify({ file, variables }))
    return exitCodes.conformant
  }
  const set = variables.length === 0 ? '' : `, set ${variables.join(', ')}`
  print(`Wrote ${file}. Fill in what your server has${set}, then:`)
  print(file === defaultConfig ? 'wfhost-conformance plan' : `wfhost-conformance plan -c ${file}`)
  return exitCodes.conformant
}

/** Asks, and takes the end of the input, which the prompts would wait out, for leaving. */
async function interview(terminal: Terminal): Promise<InitAnswers> {
  const leaving = new AbortController()
  const onKey = (_: unknown, key: { readonly ctrl: boolean; readonly name?: string }) => {
    if (key.ctrl && key.name === 'd') leaving.abort()
  }
  const onEnd = () => leaving.abort()
  terminal.input.on('keypress', onKey).once('end', onEnd)
  try {
    return await askAnswers({ ...terminal, signal: leaving.signal })
  } finally {
    terminal.input.off('keypress', onKey).off('end', onEnd)
  }
}

/** Asks for what a configuration begins with. Keys are not asked for: they are written as variables. */
async function askAnswers(terminal: Terminal & { readonly signal: AbortSignal }): Promise<InitAnswers> {
  const { intro, isCancel, multiselect, text } = await import('@clack/prompts')

  function answered<T>(answer: T): Exclude<T, symbol> {
    if (isCancel(answer)) throw new UsageError('The questions were not answered, so nothing was written')
    // The symbol of who leaves is the only one that there is.
    return answer as Exclude<T, symbol>
  }

  async function ask(
    message: string,
    defaultValue: string,
    problemWith?: (answer: string) => string | undefined,
  ): Promise<string> {
    const validate = (answer = '') => problemWith?.(answer.trim() || defaultValue)
    return answered(await text({ message, defaultValue, placeholder: defaultValue, validate, ...terminal })).trim()
  }

  async function choose<T extends string>(
    message: string,
    names: readonly T[],
    { chosen, hint }: { readonly chosen: readonly T[]; readonly hint?: (name: T) => string | undefined },
  ): Promise<T[]> {
    const options = names.map((value) => ({ value: value as string, hint: hint?.(value) ?? '' }))
    const initialValues = chosen.filter((name) => names.includes(name))
    const answer = answered(await multiselect({ message, options, initialValues, required: false, ...terminal }))
    return names.filter((name) => answer.includes(name))
  }

  intro('Enter takes what is proposed. Keys are not asked for: they will be variables of the environment.', terminal)
  const name = await ask('Name of the target', defaultAnswers.name)
  const baseUrl = await ask('Address of the workflow service', defaultAnswers.baseUrl, problemWithAddress)
  const registryUrl = await ask('Address of the tool registry', baseUrl, problemWithAddress)
  const product = await ask('Product segment of its paths', defaultAnswers.product, problemWithSegment)
  const areas = await choose('Which parts of the API are claimed?', areaNames, { chosen: areaNames })
  const allow = await choose('What may be done to the server?', permissions, { chosen: defaultAnswers.allow })
  const names = fixtureNames.filter((fixture) => fixturesOf(areas).has(fixture))
  const has = await choose('What does it have? The file explains each', names, {
    chosen: names.filter((fixture) => fixture in defaultAnswers.fixtures),
    hint: (fixture) => fixturesSchema.shape[fixture].description,
  })
  const fixtures: Partial<Record<keyof DeclaredFixtures, string>> = {}
  for (const fixture of has) {
    const flowId = flowIdOf(fixtureExamples[fixture])
    fixtures[fixture] = flowId === undefined ? '' : await ask(`Identifier of ${fixture}`, flowId)
  }
  return {
    ...{ name, baseUrl, product, allow, fixtures },
    registryUrl: registryUrl === baseUrl ? undefined : registryUrl,
    areas: areas.length === 0 || areas.length === areaNames.length ? undefined : areas,
  }
}

function fixturesOf(areas: readonly Area[]): ReadonlySet<string> {
  const claimed = checks.filter(({ area }) => areas.length === 0 || areas.includes(area))
  return new Set(claimed.flatMap(({ needs }) => needs.fixtures))
}

function problemWithAddress(answer: string): string | undefined {
  if (/^\$\{\w+\}$/.test(answer)) return undefined
  if (!/^https?:\/\//.test(answer) || !URL.canParse(answer)) {
    return `Expected a URL such as https://api.example.org, or a variable such as ${defaultAnswers.baseUrl}`
  }
  const { password, username } = new URL(answer)
  return `${username}${password}` === '' ? undefined : 'Expected a URL without user and password: secrets are not written'
}

function problemWithSegment(answer: string): string | undefined {
  return /^[\w.~-]+$/.test(answer) ? undefined : 'Expected one segment of a path, without slashes'
}
