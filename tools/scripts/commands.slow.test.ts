import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const commands = [
  { workspace: 'sdk', command: 'wfhost', says: /run \[options\] <flow>/ },
  { workspace: 'mock-server', command: 'wfhost-mock', says: /wfhost-mock/ },
  { workspace: 'contract-tests', command: 'wfhost-conformance', says: /wfhost-conformance/ },
]

describe('the commands', () => {
  test.each(commands)('$command runs from source in a clone without a build', ({ command, says, workspace }) => {
    expect(execFileSync(linked(workspace, command), ['--help'], { encoding: 'utf8' })).toMatch(says)
  })

  test.each(commands)('$command ends like the source', ({ command, workspace }) => {
    expect(spawnSync(linked(workspace, command), ['--no-such-option']).status).toBe(2)
  })

  test.each(commands)('$command runs the build in a package', ({ command, workspace }) => {
    const folder = mkdtempSync(join(tmpdir(), 'packed-'))
    cpSync(join(workspace, 'bin'), join(folder, 'bin'), { recursive: true })
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'dist/cli.js'), 'console.log("built, with " + process.argv.slice(2))')
    const printed = execFileSync(process.execPath, [join(folder, 'bin', `${command}.mjs`), 'a', 'b'], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(printed).toBe('built, with a,b\n')
  })
})

/** The file that npm links as a command when it installs the dependencies of a clone. */
function linked(workspace: string, command: string): string {
  const { bin }: { readonly bin: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(workspace, 'package.json'), 'utf8'),
  )
  return join(workspace, bin[command] ?? '')
}
