import { readFileSync, writeFileSync } from 'node:fs'

const marks = /(?<=<!-- what npm run test:frameworks [^\n]*-->\n)[\s\S]*(?=<!-- end -->)/

/**
 * Writes a text between the marks of a file.
 *
 * @throws {Error} when the file has none.
 */
export function writeBetweenMarks(file: string, text: string): void {
  const before = readFileSync(file, 'utf8')
  if (!marks.test(before)) throw new Error(`Cannot write to ${file}: it has no marks for it`)
  writeFileSync(
    file,
    before.replace(marks, () => `\n${text}\n\n`),
  )
}
