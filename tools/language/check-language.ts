// Checks the language of comments, test titles, messages, Markdown and YAML. With a folder, checks only that folder.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkIdentifiers, checkProse, type LanguageProblem } from './language.ts'
import { readMarkdown, readTypeScript, readYaml } from './read-prose.ts'

/** Generated files, and files that quote others. */
const EXCLUDED =
  /(^|\/)(generated|dist)\/|\.api\.md$|CHANGELOG\.md$|^CODE_OF_CONDUCT\.md$|^docs\/pages\/(guide|reference|errors|decisions)\//

const folder = process.argv[2] ?? '.'
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
const files = listed
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|md|ya?ml)$/.test(file) && !EXCLUDED.test(file) && existsSync(file))
if (files.length === 0) throw new Error(`Cannot check the language of ${folder}: it has no files with text`)

const problems = files.flatMap(checkFile)
for (const { excerpt, file, line, rule } of problems) console.log(`${file}:${line}: ${rule}: ${excerpt}`)
console.log(`${files.length} files, ${problems.length} problems of language`)
if (problems.length > 0) process.exitCode = 1

function checkFile(file: string): LanguageProblem[] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return readMarkdown(file, text).flatMap(checkProse)
  if (/\.ya?ml$/.test(file)) return readYaml(file, text).flatMap(checkProse)

  return [...readTypeScript(file, text).flatMap(checkProse), ...checkIdentifiers(file, text)]
}
