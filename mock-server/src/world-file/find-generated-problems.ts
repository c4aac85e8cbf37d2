import { type SchemaProblem, suggestName } from '@wfhost/internal/schema-problems'
import { onePlaceholder, refusalOf } from './generate.ts'
import { type Place, select } from './select.ts'

const holders = ['organizations.*.toolsets.*.versions.*.tools.*', 'workspaces.*.workflows.*', 'workspaces.*.workflows.*.steps.*']
const templates = ['generated', 'cases.*.generated', 'sequence.*.generated']

/** The placeholders in data that is made up for which Faker has nothing; it is undefined if it is not installed. */
export function findGeneratedProblems(world: unknown, faker: object | undefined): SchemaProblem[] {
  const texts = holders
    .flatMap((holder) => select({ value: world, path: [] }, holder))
    .flatMap((holder) => templates.flatMap((template) => select(holder, template)))
    .flatMap((place) => [...textsIn(place)])
  return texts.flatMap(({ path, value }) => {
    const inWords = refusalOf(value) ?? mistakeIn(value)
    if (inWords !== undefined) return [{ path, message: inWords }]
    return [...value.matchAll(/\{\{([\w.]+)(?:\(|\}\})/g)].flatMap(([, name = '']) => {
      const message = problemOf(name.split('.'), { faker, isOne: onePlaceholder.test(value) })
      return message === undefined ? [] : [{ path, message }]
    })
  })
}

function mistakeIn(text: string): string | undefined {
  const [, spaced] = /\{\{(?:\s+([\w.]+)\s*|([\w.]+)\s+)\}\}/.exec(text)?.filter(Boolean) ?? []
  if (spaced !== undefined) return `write {{${spaced}}} without spaces`
  const [, name, given = ''] = onePlaceholder.exec(text) ?? []
  try {
    if (given !== '') JSON.parse(given)
    return undefined
  } catch {
    return `what ${name} is given is not JSON; write it as in {{number.int({"min":18,"max":90})}}`
  }
}

function* textsIn({ path, value }: Place): Generator<Place<string>> {
  if (typeof value === 'string') yield { path, value }
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsIn({ value: item, path: [...path, index] })
  else for (const [name, member] of Object.entries(Object(value))) yield* textsIn({ value: member, path: [...path, name] })
}

function problemOf(
  names: readonly string[],
  { faker, isOne }: { readonly faker: object | undefined; readonly isOne: boolean },
): string | undefined {
  if (faker === undefined) return 'expected Faker to be installed; npm install --save-dev @faker-js/faker'
  // Among other text, Faker takes the data of its locale, too.
  if (!isOne && names.reduce(memberOf, Reflect.get(faker, 'rawDefinitions')) !== undefined) return undefined
  let found: unknown = faker
  for (const [index, name] of names.entries()) {
    const owner = ['faker', ...names.slice(0, index)].join('.')
    const member = memberOf(found, name)
    if (member === undefined) return `${owner} has no "${name}"${suggestName(name, membersOf(found))}`
    // Among other text, what a method returns may have members.
    if (typeof member === 'function' && !isOne) return undefined
    found = member
  }
  return typeof found === 'function' ? undefined : `faker.${names.join('.')} is no method; add the name of one`
}

function memberOf(value: unknown, name: string): unknown {
  return Object(value)[name]
}

function membersOf(value: unknown): string[] {
  return Object.entries(Object(value)).flatMap(([name, member]) => (['function', 'object'].includes(typeof member) ? [name] : []))
}
