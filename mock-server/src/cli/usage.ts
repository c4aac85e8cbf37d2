import { type Option, optionGroups } from './command-line.ts'
import { type Command, commands } from './commands.ts'

const nameWidth = 28
const helpWidth = 70

const examples = `Examples
  wfhost-mock                                      the sample world at http://127.0.0.1:4010
  wfhost-mock --port 0 --json                      a free port, printed in one line of JSON
  wfhost-mock --world world.yaml --assume defaultMode=async
  wfhost-mock check world.yaml
  wfhost-mock openapi --json > openapi.json`

const exitCodes = `Exit codes
  0  success, or stopped by a signal after every request in progress was answered
  1  failure, with the reason: the port is in use, the world file is invalid
  2  invalid command line`

/** The text of `--help`. */
export function usage(): string {
  return [
    'wfhost-mock [command] [options]',
    section(
      'Commands',
      commands.map((command) => line(nameOf(command), command.help)),
    ),
    ...Object.entries(optionGroups).map(([title, options]) =>
      section(
        title,
        Object.entries(options).map(([name, option]) => line(flagOf(name, option), option.help)),
      ),
    ),
    examples,
    exitCodes,
  ].join('\n\n')
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines].join('\n')
}

function nameOf({ name, operand }: Command): string {
  if (operand === undefined) return name
  return `${name} ${operand.optional ? `[${operand.name}]` : `<${operand.name}>`}`
}

function flagOf(name: string, { short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
}

function line(name: string, help: string): string {
  return `  ${name.padEnd(nameWidth)}${wrapped(help).join(`\n${' '.repeat(nameWidth + 2)}`)}`
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > helpWidth) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
