import { access, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { checks, permissions, profileNames } from '../engine/checks.ts'
import type { ProfileName } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import type { Fixtures } from '../target/target.ts'
import { fixtureTemplates } from './fixture-templates.ts'
import { type Flags, type Io, UsageError } from './flags.ts'
import { defaultAnswers, type InitAnswers, renderConfig, variablesOf } from './render-config.ts'

/** Writes a commented configuration, and never over a file that is there. On a terminal it asks first. */
export async function initCommand({ operands, yes }: Flags, { ask, print }: Io): Promise<number> {
  const [file = 'wfhost-conformance.yaml'] = operands
  // Before anybody answers a question for nothing.
  if (await exists(file)) throw new UsageError(`Cannot write ${file}: it is there already`)
  const answers = ask === undefined || yes ? defaultAnswers : await askAnswers({ ask, print })
  const config = renderConfig(answers)
  try {
    await writeFile(file, config, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  print(`Wrote ${file}. Fill in what your server has, set ${variablesOf(config).join(', ')}, then:`)
  print(`wfhost-conformance plan -c ${file}`)
  return exitCodes.conformant
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Asks a person, and says what is not understood. */
export interface Interview {
  readonly ask: (question: string) => Promise<string>
  readonly print: (text: string) => void
}

/** Asks for what a configuration begins with. Keys are not asked for: they are written as variables. */
async function askAnswers(interview: Interview): Promise<InitAnswers> {
  const { name, product } = defaultAnswers
  interview.print('Enter takes what stands in brackets. Keys are not asked for: they will be variables of the environment.')
  const named = await question(interview, { text: 'Name of the target', otherwise: name, read: anyText })
  const baseUrl = await question(interview, { text: 'Workflow service', otherwise: defaultAnswers.baseUrl, read: address })
  const registryUrl = await question(interview, { text: 'Tool registry', otherwise: 'the same', read: addressOrSame })
  const segment = await question(interview, { text: 'Product segment of its paths', otherwise: product, read: pathSegment })
  const profiles = await question(interview, {
    text: `Profiles to claim: ${profileNames.join(', ')}`,
    otherwise: 'all',
    read: profileList,
  })
  const allow = await question(interview, {
    text: `What may be done: ${permissions.join(', ')}`,
    otherwise: 'runs',
    read: permissionList,
  })
  const fixtures = await askFixtures(interview, profiles)
  return { name: named, baseUrl, registryUrl, product: segment, profiles, allow, fixtures }
}

async function askFixtures(interview: Interview, profiles: InitAnswers['profiles']): Promise<InitAnswers['fixtures']> {
  const needed = fixturesOf(profiles)
  const found: Partial<Record<keyof Fixtures, string>> = {}
  for (const { comment, flowId, name } of fixtureTemplates.filter((template) => needed.has(template.name))) {
    const has = await question(interview, { text: `Does it have ${comment}?`, otherwise: 'no', read: yesOrNo })
    if (!has) continue
    found[name] =
      flowId === undefined ? '' : await question(interview, { text: '  its flowId', otherwise: flowId, read: anyText })
  }
  return found
}

/** The fixtures that the checks of the claimed profiles need. */
function fixturesOf(profiles: readonly ProfileName[] | undefined): ReadonlySet<string> {
  const claimed = checks.filter(({ profile }) => profiles?.includes(profile) ?? true)
  return new Set(claimed.flatMap(({ needs }) => needs.fixtures))
}

/** What an answer means. Throws with what would be one. */
type Reader<T> = (answer: string) => T

/** Asks until the answer is one. */
async function question<T>(
  { ask, print }: Interview,
  { otherwise, read, text }: { readonly text: string; readonly otherwise: string; readonly read: Reader<T> },
): Promise<T> {
  for (;;) {
    const answer = (await ask(`${text} [${otherwise}]: `)).trim()
    try {
      return read(answer === '' ? otherwise : answer)
    } catch (error) {
      print(`  ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function anyText(answer: string): string {
  return answer
}

function address(answer: string): string {
  if (/^\$\{\w+\}$/.test(answer)) return answer
  if (!/^https?:\/\//.test(answer) || !URL.canParse(answer))
    throw new Error(`Expected a URL such as https://api.example.org, or a variable such as ${defaultAnswers.baseUrl}`)
  const { password, username } = new URL(answer)
  if (`${username}${password}` !== '') throw new Error('Expected a URL without user and password: secrets are not written')
  return answer
}

function addressOrSame(answer: string): string | undefined {
  return answer === 'the same' ? undefined : address(answer)
}

function pathSegment(answer: string): string {
  if (!/^[\w.~-]+$/.test(answer)) throw new Error('Expected one segment of a path, without slashes')
  return answer
}

function profileList(answer: string): readonly ProfileName[] | undefined {
  return answer === 'all' ? undefined : listOf(profileNames, answer)
}

function permissionList(answer: string): InitAnswers['allow'] {
  return answer === 'nothing' ? [] : listOf(permissions, answer)
}

function listOf<T extends string>(known: readonly T[], answer: string): T[] {
  return answer
    .split(/[\s,]+/)
    .filter((item) => item !== '')
    .map((item) => {
      const found = known.find((name) => name === item)
      if (found === undefined) throw new Error(`There is no ${item}; there are ${known.join(', ')}`)
      return found
    })
}

function yesOrNo(answer: string): boolean {
  if (/^y(es)?$/i.test(answer)) return true
  if (/^no?$/i.test(answer)) return false
  throw new Error('Expected yes or no')
}

/**
 * Asks a question on a terminal.
 *
 * @throws {UsageError} when the input ends instead.
 */
export async function askOnTerminal(
  question: string,
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<string> {
  const terminal = createInterface({ input, output })
  const left = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new UsageError('The questions were not answered, so nothing was written')))
  })
  try {
    return await Promise.race([terminal.question(question), left])
  } finally {
    terminal.removeAllListeners('close')
    terminal.close()
  }
}
