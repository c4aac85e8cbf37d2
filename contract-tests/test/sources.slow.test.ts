import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { catalogues } from '../proof/catalogues.ts'
import { acceptingDemonstrations, identifiers } from '../proof/sources/accepting-demonstrations.ts'
import { claimDemonstrations } from '../proof/sources/claim-demonstrations.ts'
import type { Demonstration, SourceLanguage } from '../proof/sources/demonstration.ts'
import { type Evaluation, evaluate, interpreters } from '../proof/sources/evaluate.ts'
import { rewritingDemonstrations } from '../proof/sources/rewriting-demonstrations.ts'
import { lenientBodies, malformedBodies, nonObjectBodies } from '../src/catalogues/malformed-bodies.ts'
import { similarFlowIds, similarNames } from '../src/catalogues/similar-identifiers.ts'
import type { NameEntry } from '../src/catalogues/values/names.ts'
import type { ValueEntry } from '../src/catalogues/values/value-entry.ts'

const languages: readonly SourceLanguage[] = ['javascript', 'php', 'python', 'ruby']

// Not every machine has all languages.
const missing = languages.filter((language) => !isInstalled(language))
const installed = languages.filter((language) => !missing.includes(language))

const parameterNames = { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' }

/** The texts that entries write, by catalogue, kind and id. */
const writtenTexts = new Map([
  ...malformedBodies.map((entry) => [nameOf('bodies that are not JSON', entry), entry.write(parameterNames)] as const),
  ...lenientBodies.map((entry) => [nameOf('bodies for lenient parsers', entry), entry.write(parameterNames)] as const),
  ...nonObjectBodies.map((entry) => [nameOf('bodies that are not objects', entry), entry.write(parameterNames)] as const),
  ...similarFlowIds.map((entry) => [nameOf('similar flow ids', entry), entry.write(identifiers.flowId)] as const),
  ...similarNames.map((entry) => [nameOf('similar names of arguments', entry), entry.write(identifiers.name)] as const),
])

test.runIf(process.env['CI'])('every language is installed in CI, so that its sources are evaluated', () => {
  const packages = missing.map((language) => interpreters[language].debianPackage)

  expect(missing, `Cannot evaluate each source: apt-get install ${packages.join(' ')}`).toEqual([])
})

test.each(languagesOf(rewritingDemonstrations))(
  'the standard library of %s makes of each value what its entry says',
  (language) => {
    const demonstrations = rewritingDemonstrations.filter((demonstration) => demonstration.language === language)
    const entries = demonstrations.map(findRewriting)
    const evaluations = demonstrations.map(({ expression }, index) => ({ expression, value: entries[index]?.value }))

    const expected = demonstrations.map((demonstration, index) => describeResult(demonstration, entries[index]?.becomes))
    expect(evaluateEach(demonstrations, evaluations)).toEqual(expected)
  },
)

test.each(languagesOf(acceptingDemonstrations))(
  'the standard library of %s accepts each text that its entry writes',
  (language) => {
    const demonstrations = acceptingDemonstrations.filter((demonstration) => demonstration.language === language)
    const evaluations = demonstrations.map((demonstration) => ({
      expression: demonstration.expression,
      value: findText(demonstration),
    }))

    const expected = demonstrations.map((demonstration) => describeResult(demonstration, true))
    expect(evaluateEach(demonstrations, evaluations)).toEqual(expected)
  },
)

test.each(languagesOf(claimDemonstrations))('%s behaves as each claim about it says', (language) => {
  const demonstrations = claimDemonstrations.filter((demonstration) => demonstration.language === language)
  const results = evaluate(
    language,
    demonstrations.map(({ expression }) => ({ expression, value: null })),
  )
  count({ sources: { 'behaviours that a language confirms': results.length } })

  const claims = demonstrations.map(({ claim }) => claim)
  expect(claims.filter((_, index) => results[index] !== true)).toEqual([])
})

function languagesOf(demonstrations: readonly Pick<Demonstration, 'language'>[]): readonly SourceLanguage[] {
  return installed.filter((installedLanguage) => demonstrations.some(({ language }) => language === installedLanguage))
}

function isInstalled(language: SourceLanguage): boolean {
  try {
    execFileSync(interpreters[language].command[0], ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function nameOf(catalogue: string, { id, kind }: { readonly id: string; readonly kind: string }): string {
  return `${catalogue}: ${kind}/${id}`
}

/**
 * Finds the value, or the name of a member, that an entry has, and the text or value that a library makes of it.
 *
 * @throws {Error} for an entry that the catalogue does not have.
 */
function findRewriting({ catalogue, entry }: Demonstration): Pick<ValueEntry, 'value' | 'becomes'> {
  // Only catalogues of values and names have demonstrations that rewrite something.
  const entries = (catalogues[catalogue] ?? []) as readonly (ValueEntry | NameEntry)[]
  const found = entries.find(({ id, kind }) => `${kind}/${id}` === entry)

  if (found === undefined) throw new Error(`Cannot find the entry ${entry} in the catalogue ${catalogue}.`)
  return 'name' in found ? { value: found.name, becomes: found.becomes } : found
}

/** @throws {Error} for an entry that no catalogue of texts has. */
function findText({ catalogue, entry }: Demonstration): string {
  const text = writtenTexts.get(`${catalogue}: ${entry}`)

  if (text === undefined) throw new Error(`Cannot find the entry ${entry} in the catalogue ${catalogue}.`)
  return text
}

function evaluateEach(demonstrations: readonly Demonstration[], evaluations: readonly Evaluation[]): readonly string[] {
  const language = demonstrations[0]?.language
  if (language === undefined) return []

  const results = evaluate(language, evaluations)
  count({ sources: { 'behaviours that a language confirms': results.length } })
  return demonstrations.map((demonstration, index) => describeResult(demonstration, results[index]))
}

function describeResult({ catalogue, entry, expression }: Demonstration, result: unknown): string {
  return `${catalogue}, ${entry}: ${expression} is ${JSON.stringify(result)}`
}
