import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const commands = {
  wfhost: 'sdk/src/cli.ts',
  'wfhost-mock': 'mock-server/src/cli.ts',
  'wfhost-conformance': 'contract-tests/src/cli.ts',
}

type CommandName = keyof typeof commands

/** Writes the completion script of a command to a file, and returns its path. */
function writeScript(command: CommandName, shell: string): string {
  const script = execFileSync(process.execPath, ['--conditions=@wfhost/source', commands[command], 'completion', shell])
  const file = join(mkdtempSync(join(tmpdir(), 'completion-')), `script.${shell}`)
  writeFileSync(file, script)
  return file
}

/** Completes a line in a shell. Each line of the output begins with a candidate. */
const completions: Readonly<Record<'bash' | 'zsh' | 'fish', (command: CommandName, line: string) => string>> = {
  bash: (command, line) => {
    const words = [command, ...line.split(' ')]
    const array = words.map((word) => `'${word}'`).join(' ')
    const program = `source ${writeScript(command, 'bash')}
COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}
_${command.replaceAll('-', '_')}
printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', program], { encoding: 'utf8' })
  },
  zsh: (command, line) => {
    const words = [command, ...line.split(' ')]
    // The completion system needs a terminal, so its functions are replaced by ones that print the candidates.
    const program = `compdef() {}; _describe() { (( $#candidates )) && print -l -- $candidates }; _files() { print files }; compadd() { shift; print -l -- $@ }
source ${writeScript(command, 'zsh')}
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}
_${command.replaceAll('-', '_')}`
    return execFileSync('zsh', ['-f', '-c', program], { encoding: 'utf8' })
  },
  fish: (command, line) => {
    const program = `source ${writeScript(command, 'fish')}; complete -C '${command} ${line}'`
    return execFileSync('fish', ['--no-config', '-c', program], { encoding: 'utf8' })
  },
}

test.each([
  { command: 'wfhost', line: 'batch tickets --format ', candidate: 'csv' },
  { command: 'wfhost-mock', line: 'ctl ', candidate: 'unpublish' },
  { command: 'wfhost-conformance', line: 'run --', candidate: '--base-url' },
  { command: 'wfhost', line: 'completion ', candidate: 'fish' },
] as const)('each shell completes $command $line with $candidate', ({ candidate, command, line }) => {
  for (const [shell, complete] of Object.entries(completions)) {
    const candidates = complete(command, line)
      .split('\n')
      .map((text) => text.split(/[\t:]/)[0])
    expect(candidates, shell).toContain(candidate)
  }
})

test('each shell completes an argument that is a file with files, and not with an option', () => {
  for (const [shell, complete] of Object.entries(completions)) {
    // bash and zsh then complete files themselves, and fish lists them.
    const expected = { bash: '', zsh: 'files', fish: 'README.md' }[shell]
    const candidates = complete('wfhost-mock', 'check ').split('\n')
    expect(candidates, shell).toContain(expected)
    expect(candidates, shell).not.toContainEqual(expect.stringMatching(/^--/))
  }
})
