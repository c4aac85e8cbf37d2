import { posix } from 'node:path'

/** The section of an export in the reference. */
interface Section {
  readonly page: string
  /** Such as `createWorkflowClient`. */
  readonly name: string
  readonly text: string
  readonly isFunction: boolean
  readonly hasExample: boolean
}

/** The sections by page and name, in lower case. A function and a type can differ only in case, so an address can have two. */
type Addresses = ReadonlyMap<string, readonly Section[]>

const sectionStart = /^(?=### )/m

/**
 * Adds to each export without an example a link to one that shows it in use. Most types have no example of their own: the one of
 * the nearest function or class whose section leads to the type by links shows it.
 *
 * @param pages - The Markdown of the reference by path, as TypeDoc writes it: a heading of level 3 for each export.
 * @returns the changed pages.
 * @throws Error for an export that no example shows.
 */
export function linkExamples(pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sections = Array.from(pages).flatMap(([page, text]) => readSections(page, text))
  const addresses = groupByAddress(sections)
  const users = findUsers(sections, addresses)

  const changed = Array.from(pages, ([page, text]) => {
    const parts = text.split(sectionStart).map((part) => {
      const section = sections.find((candidate) => candidate.page === page && candidate.text === part)
      if (section === undefined || section.hasExample) return part
      return addLink(section, findNearestExample(findReferred(section, addresses) ?? section, users))
    })
    return [page, parts.join('')] as const
  })
  return new Map(changed)
}

function readSections(page: string, text: string): Section[] {
  return text
    .split(sectionStart)
    .filter((part) => part.startsWith('### '))
    .map((part) => {
      const [, name = '', parentheses] = /^### (\w+)(\(\))?/.exec(part) ?? []
      return { page, name, text: part, isFunction: parentheses !== undefined, hasExample: /^#### Example$/m.test(part) }
    })
}

function groupByAddress(sections: readonly Section[]): Addresses {
  const groups = new Map<string, Section[]>()
  for (const section of sections) {
    const address = addressOf(section.page, section.name)
    groups.set(address, [...(groups.get(address) ?? []), section])
  }
  return groups
}

function addressOf(page: string, name: string): string {
  return `${page}#${name.toLowerCase()}`
}

/** Lists the sections to which a part of a section links. */
function followLinks(text: string, { page }: Section, addresses: Addresses): readonly Section[] {
  return Array.from(text.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)).flatMap(([, path = '', anchor = '']) => {
    const linkedPage = path === '' ? page : posix.join(posix.dirname(page), path)
    // TypeDoc numbers headings with the same name.
    const name = anchor.replace(/-\d+$/, '')
    return addresses.get(addressOf(linkedPage, name)) ?? []
  })
}

/** Finds the sections that link to each section. */
function findUsers(sections: readonly Section[], addresses: Addresses): ReadonlyMap<Section, readonly Section[]> {
  const users = new Map<Section, Section[]>()
  for (const user of sections) {
    for (const used of followLinks(user.text, user, addresses)) users.set(used, [...(users.get(used) ?? []), user])
  }
  return users
}

/** Finds the section that replaces this one: the original of an export from two entry points, or the one after `@see`. */
function findReferred(section: Section, addresses: Addresses): Section | undefined {
  const [reference] = /^Re-exports .*|^#### See\n\n.*/m.exec(section.text) ?? []
  if (reference === undefined) return undefined
  return followLinks(reference, section, addresses).find((candidate) => candidate !== section)
}

/**
 * Finds an example in a section or, by following links backwards, in the nearest section that leads to it. The example of a function
 * is preferred to that of a class at the same distance.
 */
function findNearestExample(start: Section, users: ReadonlyMap<Section, readonly Section[]>): Section {
  const visited = new Set([start])
  let nearest: readonly Section[] = [start]

  while (nearest.length > 0) {
    const withExample = nearest.filter(({ hasExample }) => hasExample)
    const chosen = withExample.find(({ isFunction }) => isFunction) ?? withExample[0]
    if (chosen !== undefined) return chosen

    nearest = nearest.flatMap((section) => users.get(section) ?? []).filter((section) => !visited.has(section))
    for (const section of nearest) visited.add(section)
  }
  throw new Error(`Cannot link an example to ${start.name} in ${start.page}: no example leads to it. Add @example to it`)
}

/** Adds the link before the first heading within the section. */
function addLink(section: Section, example: Section): string {
  const page = example.page === section.page ? '' : posix.relative(posix.dirname(section.page), example.page)
  const link = `[\`${example.name}\`](${page}#${example.name.toLowerCase()})`
  const lines = `#### Example\n\n${link} shows it in use.\n\n`

  const [heading = '', ...rest] = section.text.split('\n')
  const end = rest.findIndex((line) => line.startsWith('#### ') || line === '***')
  const before = end === -1 ? rest : rest.slice(0, end)
  const after = end === -1 ? [] : rest.slice(end)
  return `${[heading, ...before].join('\n').trimEnd()}\n\n${lines}${after.join('\n')}`
}
