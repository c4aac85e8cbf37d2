// The house rules that the linter cannot hold.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { findViolations } from './check/house-rules.ts'

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const removed = execFileSync('git', ['ls-files', '-z', '--deleted'], { encoding: 'utf8' }).split('\0')
const files = listed.split('\0').filter((file) => file !== '' && !removed.includes(file))
// A link to a folder is listed, too.
const violations = files
  .filter((file) => statSync(file).isFile())
  .flatMap((file) => findViolations({ file, text: readFileSync(file, 'utf8') }))
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exitCode = 1
