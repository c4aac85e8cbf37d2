import { execFileSync } from 'node:child_process'
import { Argument, Command, Option } from '@commander-js/extra-typings'
import { createCompletionScript, shells } from '@wfhost/internal/completion'
import { expect, test } from 'vitest'

/** A program with a nested command, an option with choices, an option with a file, and texts with special characters. */
function createProgram() {
  const publish = new Command('publish').description("publishes a workflow; it's new").option('--json', 'print JSON')
  const control = new Command('ctl').description('controls a server').addCommand(publish)
  const batch = new Command('batch')
    .description('runs a workflow: for each line of a file')
    .addOption(new Option('--format <name>', 'the format of $INPUT').choices(['jsonl', 'csv']))
    .option('--input <file>', 'the inputs')
    .addOption(new Option('--secret', 'not shown').hideHelp())
    .addArgument(new Argument('<flow>'))
  const completion = new Command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
  return new Command('my-tool').option('--verbose', 'print more').addCommand(batch).addCommand(control).addCommand(completion)
}

/** Completes a command line with bash. The last word is the one that is completed. */
function completeInBash(...words: readonly string[]): string[] {
  const line = ['my-tool', ...words]
  const program = `${createCompletionScript(createProgram(), 'bash')}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${line.length - 1}
_my_tool
printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split('\n')
}

test.each([
  { words: [''], completed: ['batch', 'ctl', 'completion', '--verbose'] },
  { words: ['ba'], completed: ['batch'] },
  { words: ['batch', '--'], completed: ['--format', '--input'] },
  { words: ['batch', 'flow', '--format', ''], completed: ['jsonl', 'csv'] },
  { words: ['batch', '--format', 'c'], completed: ['csv'] },
  { words: ['batch', '--format', '='], completed: ['jsonl', 'csv'] },
  { words: ['batch', '--format', '=', 'c'], completed: ['csv'] },
  { words: ['completion', ''], completed: ['bash', 'zsh'] },
  { words: ['ctl', ''], completed: ['publish'] },
  { words: ['ctl', 'publish', '--'], completed: ['--json'] },
])('bash completes $words', ({ completed, words }) => {
  expect(completeInBash(...words)).toEqual(completed)
})

test('bash completes files for an argument, and for a value without choices', () => {
  expect(completeInBash('batch', '')).toEqual([''])
  expect(completeInBash('batch', '--input', '')).toEqual([''])
  expect(createCompletionScript(createProgram(), 'bash')).toContain('complete -o default')
})

test.each(shells)('a script for %s has no hidden option, and no quote or colon of a description', (shell) => {
  const script = createCompletionScript(createProgram(), shell)
  expect(script).toMatch(/format/)
  expect(script).not.toMatch(/secret|for each line|it's|\$INPUT/)
})

test.each(['zsh', 'fish'] as const)('a script for %s describes commands', (shell) => {
  expect(createCompletionScript(createProgram(), shell)).toContain('runs a workflow')
})
