/** The parts of a Commander command that a completion needs. */
export interface CompletedCommand {
  readonly name: () => string
  readonly description: () => string
  readonly commands: readonly CompletedCommand[]
  readonly options: readonly CompletedOption[]
}

interface CompletedOption {
  readonly long?: string | undefined
  readonly description: string
  readonly hidden: boolean
  /** Whether the option takes a value. */
  readonly required: boolean
  readonly optional: boolean
  readonly argChoices?: readonly string[] | undefined
}

const generators = { bash: createBashScript, zsh: createZshScript, fish: createFishScript }

/** A shell for which a command can write a completion. */
export type Shell = keyof typeof generators

/** The shells for which a command can write a completion. */
export const shells = Object.keys(generators) as readonly Shell[]

/**
 * Writes a script that completes the commands, options and values of a program. Values without a list of choices are completed
 * as files.
 */
export function createCompletionScript(program: CompletedCommand, shell: Shell): string {
  return generators[shell](program.name(), listPlaces(program))
}

/** A place in a command line: after the program, or after one of its commands. */
interface Place {
  /** The names of the commands before the place, each after a slash, such as `/ctl/publish`. */
  readonly path: string
  readonly candidates: readonly Candidate[]
  readonly valueOptions: readonly ValueOption[]
}

interface Candidate {
  readonly word: string
  readonly description: string
  readonly isCommand: boolean
}

interface ValueOption {
  readonly word: string
  readonly choices: readonly string[]
}

/** Lists the places of a command and of its subcommands, with the words that can follow in each. */
function listPlaces(command: CompletedCommand, path = ''): Place[] {
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== undefined)
  const commandCandidates = command.commands.map((each) => ({
    word: each.name(),
    description: toLabel(each.description()),
    isCommand: true,
  }))
  const optionCandidates = options.map(({ description, long = '' }) => ({
    word: long,
    description: toLabel(description),
    isCommand: false,
  }))
  const valueOptions = options
    .filter(({ optional, required }) => required || optional)
    .map(({ argChoices = [], long = '' }) => ({ word: long, choices: argChoices }))

  const place = { path, candidates: [...commandCandidates, ...optionCandidates], valueOptions }
  return [place, ...command.commands.flatMap((each) => listPlaces(each, `${path}/${each.name()}`))]
}

/** The longest description that fits next to a candidate, in characters. */
const LONGEST_LABEL = 60

/** Shortens a description to its first clause. Quotes and colons have a meaning in the scripts. */
function toLabel(description: string): string {
  const [clause = ''] = description.replaceAll("'", '’').split(/[;:(.]/)
  const label = clause.replace(/["`\\$]/g, '').trim()
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…`
}

/** Lists the lines of a `case` of bash and zsh that finds the place of the cursor. */
function listPathCases(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) place=${path} ;;`)
}

/** Creates the script for bash. It finds the current place from the words of the line, and offers its words. */
function createBashScript(name: string, places: readonly Place[]): string {
  const functionName = `_${name.replaceAll('-', '_')}`
  const values = places.flatMap(({ path, valueOptions }) => {
    // Without words, bash completes the names of files.
    return valueOptions.map(({ choices, word }) => `    '${path} ${word}') words='${choices.join(' ')}' ;;`)
  })
  const candidates = places.map(
    ({ candidates, path }) => `    '${path}') words='${candidates.map(({ word }) => word).join(' ')}' ;;`,
  )

  return `# Completion of ${name} for bash. Add this line to ~/.bashrc:
#   source <(${name} completion bash)
${functionName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} place='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$word" in
${listPathCases(places).join('\n')}
    esac
  done
  case "$place $previous" in
${values.join('\n')}
    *) case "$place" in
${candidates.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionName} ${name}
`
}

/** Creates the script for zsh, which also shows a description of each word. */
function createZshScript(name: string, places: readonly Place[]): string {
  const functionName = `_${name.replaceAll('-', '_')}`
  const values = places.flatMap(({ path, valueOptions }) =>
    valueOptions.map(({ choices, word }) => {
      const completion = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`
      return `    '${path} ${word}') ${completion}; return ;;`
    }),
  )
  const candidates = places.map(({ candidates, path }) => {
    const described = candidates.map(({ description, word }) => `'${word}:${description}'`)
    return `    '${path}') candidates=(${described.join(' ')}) ;;`
  })

  return `#compdef ${name}
# Completion of ${name} for zsh. Add this line to ~/.zshrc, after compinit:
#   source <(${name} completion zsh)
${functionName}() {
  local place='' word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$word" in
${listPathCases(places).join('\n')}
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$place" in
${candidates.join('\n')}
  esac
  _describe '${name}' candidates || _files
}
compdef ${functionName} ${name}
`
}

function createFishScript(name: string, places: readonly Place[]): string {
  const lines = places.flatMap((place) => listFishLines(name, place, places))
  return `# Completion of ${name} for fish. Write it to ~/.config/fish/completions/${name}.fish:
#   ${name} completion fish > ~/.config/fish/completions/${name}.fish
${lines.join('\n')}
`
}

function listFishLines(name: string, { candidates, path, valueOptions }: Place, places: readonly Place[]): string[] {
  const condition = fishCondition(path, places)
  return candidates.map(({ description, isCommand, word }) => {
    const line = `complete -c ${name} -n '${condition}' -d '${description}'`
    if (isCommand) return `${line} -f -a ${word}`

    const option = `${line} -l ${word.replace(/^--/, '')}`
    const valueOption = valueOptions.find((each) => each.word === word)
    if (valueOption === undefined) return option
    return valueOption.choices.length === 0 ? `${option} -r` : `${option} -x -a '${valueOption.choices.join(' ')}'`
  })
}

/** Returns the condition of fish for a place: its commands were typed, and no command inside the last one. */
function fishCondition(path: string, places: readonly Place[]): string {
  const typed = path.split('/').filter((word) => word !== '')
  const inner = places.filter((place) => place.path.startsWith(`${path}/`)).map((place) => place.path.slice(path.length + 1))
  const nextCommands = inner.filter((rest) => !rest.includes('/'))

  const conditions = typed.map((word) => `__fish_seen_subcommand_from ${word}`)
  if (nextCommands.length > 0) conditions.push(`not __fish_seen_subcommand_from ${nextCommands.join(' ')}`)
  return conditions.join('; and ') || 'true'
}
