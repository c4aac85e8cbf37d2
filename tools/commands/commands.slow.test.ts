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

/** Commands that print more than a pipe holds, or more than a limit of 8 blocks (4 KiB) for files. */
const printing = [
  { workspace: 'sdk', command: 'wfhost', args: 'completion zsh' },
  { workspace: 'mock-server', command: 'wfhost-mock', args: 'openapi --json' },
  { workspace: 'contract-tests', command: 'wfhost-conformance', args: 'list --json' },
]

describe.skipIf(process.platform === 'win32')('a command whose output cannot be written', () => {
  function runInShell(line: string): { readonly code: number | null; readonly error: string } {
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
    return { code: status, error: stderr }
  }

  test.each(printing)('$command exits with 7 and says why, on a full disk', ({ args, command, workspace }) => {
    const { code, error } = runInShell(`${linked(workspace, command)} ${args} > /dev/full`)
    expect(error).toContain(`${command}: Cannot write to standard output: no space left on device\n`)
    expect(code).toBe(7)
  })

  test.each(printing)('$command exits with 7 and says why, if only a part fits into a file', ({ args, command, workspace }) => {
    const folder = mkdtempSync(join(tmpdir(), 'part-'))
    const { code, error } = runInShell(`ulimit -f 1; ${linked(workspace, command)} ${args} > ${folder}/part`)
    rmSync(folder, { recursive: true })
    expect(error).toContain(`${command}: Cannot write to standard output: file too large\n`)
    expect(code).toBe(7)
  })

  test.each(printing)('$command exits with 141 and says nothing, if its reader has ended', ({ args, command, workspace }) => {
    const { error } = runInShell(`{ sleep 0.2; ${linked(workspace, command)} ${args}; echo $? >&2; } | true`)
    expect(error).toBe('141\n')
  })
})

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
