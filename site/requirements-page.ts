import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rules } from '@wfhost/contract-tests'
import { type Requirement, requirements } from '@wfhost/openapi'

const evidenceNames = { D: 'documented', R: 'derived', N: 'not shown' }

/** The chapters of the source document, by their numbers. */
const chapters: Readonly<Record<string, string>> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
  Naming: 'The name of the product',
}

/** The register by the chapters of the source document, with the rules that check each requirement. */
export function writeRequirementsPage(root: string, repository: string): string {
  const files = globSync('contract-tests/src/rules/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const counted = Object.entries(evidenceNames).map(
    ([evidence, name]) => `${requirements.filter((row) => row.evidence === evidence).length} ${name}`,
  )
  const sections = Object.entries(chapters).flatMap(([chapter, title]) => {
    const rows = requirements.filter(({ section }) => chapterOf(section) === chapter)
    const lines = rows.map((row) =>
      lineOf(row, (name) => `${repository}/${texts.find(({ text }) => text.includes(`'${name}':`))?.file}`),
    )
    const table = ['| requirement | section | evidence | statement |', '|---|---|---|---|', ...lines].join('\n')
    return lines.length === 0 ? [] : [`## ${chapter} ${title} {#section-${chapter.toLowerCase()}}`, table]
  })
  return [
    '# Requirements',
    `Every statement of the source document that a client, a server or a tester can act on: ${counted.join(', ')}. What is not shown is never asserted; the reference server makes a choice, and the client copes with others. A requirement stands under the first section that has it.`,
    ...sections,
    '',
  ].join('\n\n')
}

function lineOf(
  { choice, evidence, id, section, statement, unobservable }: Requirement,
  fileOf: (name: string) => string,
): string {
  const own = rules
    .filter(({ requirement }) => requirement === id)
    .map((rule) => `[${rule.id}](${fileOf(id + rule.id.slice(id.length))})`)
  const more = [
    choice && `Our choice: ${choice}`,
    unobservable && `Not checked: ${unobservable}`,
    own.length > 0 && `Checked by ${own.join(', ')}.`,
  ].filter(Boolean)
  const cells = [
    `\`${id}\` {#${id.toLowerCase()}}`,
    section.replace(/([A-Z1-9])[^,]*/g, (place, chapter) => `[${place}](#section-${chapter === 'N' ? 'naming' : chapter})`),
    evidenceNames[evidence],
    [statement, ...more].join(' ').replaceAll('|', '\\|').replace(/\s+/g, ' '),
  ]
  return `| ${cells.join(' | ')} |`
}

function chapterOf(section: string): string {
  return /^\w+/.exec(section)?.[0] ?? section
}
