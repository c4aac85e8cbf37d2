/** The parts of a Commander command that a completion needs. */
export interface CompletedCommand {
  readonly name: () => string
  readonly description: () => string
  readonly commands: readonly CompletedCommand[]
  readonly options: readonly CompletedOption[]
  readonly registeredArguments: readonly CompletedArgument[]
}

interface CompletedArgument {
  readonly argChoices?: readonly string[] | undefined
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

interface CompletionFormat {
  readonly shell: Shell
  /** Whether the output is an object with the script. */
  readonly json?: boolean | undefined
}

/** Returns the output of the command `completion`, without a line feed at its end. */
export function formatCompletion(program: CompletedCommand, { json = false, shell }: CompletionFormat): string {
  const script = createCompletionScript(program, shell)
  return json ? JSON.stringify({ shell, script }) : script.trimEnd()
}

/** A place in a command line: after the program, or after one of its commands. */
interface Place {
  /** The names of the commands before the place, each after a slash, such as `/ctl/publish`. Empty after the program. */
  readonly path: string
  readonly candidates: readonly Candidate[]
  readonly valueOptions: readonly ValueOption[]
}

interface Candidate {
  readonly word: string
  readonly description: string
  /** Whether the word is an option, and not a command or a choice of an argument. */
  readonly isOption: boolean
}

interface ValueOption {
  readonly word: string
  readonly choices: readonly string[]
}

/**
 * Lists the places of a command and of its subcommands, with the words that can follow in each. A place is the path of the
 * commands before the cursor. A program with the command `ctl publish` has three places: the root, whose path is empty, `/ctl` and
 * `/ctl/publish`.
 */
function listPlaces(command: CompletedCommand, path = ''): Place[] {
  const place = { path, candidates: listCandidates(command), valueOptions: listValueOptions(command) }
  return [place, ...command.commands.flatMap((subcommand) => listPlaces(subcommand, `${path}/${subcommand.name()}`))]
}

/** Lists the words that can follow a command: its subcommands, the choices of its arguments, and its options. */
function listCandidates(command: CompletedCommand): Candidate[] {
  const commandCandidates = command.commands.map((subcommand) => ({
    word: subcommand.name(),
    description: toLabel(subcommand.description()),
    isOption: false,
  }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  const choiceCandidates = choices.map((word) => ({ word, description: '', isOption: false }))
  const optionCandidates = command.options.filter(isVisibleOption).map(({ description, long }) => ({
    word: long,
    description: toLabel(description),
    isOption: true,
  }))

  return [...commandCandidates, ...choiceCandidates, ...optionCandidates]
}

/** Lists the options of a command that take a value. */
function listValueOptions(command: CompletedCommand): ValueOption[] {
  // Commander sets one of these two members if an option takes a value: `required` for `<file>`, and `optional` for `[file]`.
  const optionsWithValue = command.options.filter(isVisibleOption).filter(({ optional, required }) => required || optional)
  return optionsWithValue.map(({ argChoices = [], long }) => ({ word: long, choices: argChoices }))
}

function isVisibleOption(option: CompletedOption): option is CompletedOption & { readonly long: string } {
  return !option.hidden && option.long !== undefined
}

/** Whether a place expects only options and names of files. Its options are then offered after a dash, and files otherwise. */
function isForFiles({ candidates }: Place): boolean {
  return candidates.every(({ isOption }) => isOption)
}

/** The longest description that fits next to a candidate, in characters. */
const LONGEST_LABEL = 60

/** Shortens a description to its first clause. Quotes and colons have a meaning in the scripts. */
function toLabel(description: string): string {
  const [clause = ''] = description.replaceAll("'", '’').split(/[;:(.]/)
  const label = clause.replace(/["`\\$]/g, '').trim()
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…`
}

/**
 * Lists the lines of a `case` of bash and zsh that finds the place of the cursor. Each line extends the place by one command, such
 * as `/ctl/publish) place=/ctl/publish ;;`.
 */
function listPathCases(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) place=${path} ;;`)
}

/**
 * Creates the script for bash. Bash calls its function when the user presses Tab. The function goes through the words before the
 * cursor to find the place, the path of the commands so far, such as `/ctl/publish`. Then it offers the words of that place.
 *
 * The lines of the three `case` are generated, such as `/ctl) place=/ctl ;;`, `'/ctl --mode') words='sync async' ;;` and
 * `'/ctl') words='publish --mode' ;;`.
 */
function createBashScript(name: string, places: readonly Place[]): string {
  const functionName = toFunctionName(name)

  return `# Completion of ${name} for bash. Add this line to ~/.bashrc:
#   source <(${name} completion bash)
${functionName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} place='' word words=''
  # bash divides --option=value into three words.
  [[ $current == '=' ]] && current=''
  [[ $previous == '=' ]] && previous=\${COMP_WORDS[COMP_CWORD-2]}
  # The place: the commands so far, such as /ctl/publish.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$word" in
${listPathCases(places).join('\n')}
    esac
  done
  # The words that can follow: choices of an option, or else commands and options.
  case "$place $previous" in
${listBashChoices(places).join('\n')}
    *) case "$place" in
${listBashCandidates(places).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionName} ${name}
`
}

/** Returns the name of the shell function for a program, such as `_wfhost_mock`. */
function toFunctionName(program: string): string {
  return `_${program.replaceAll('-', '_')}`
}

/**
 * Lists the lines for the choices of options, such as `'/ctl --mode') words='sync async' ;;`. For an option without choices, there
 * are no words, and bash completes the names of files.
 */
function listBashChoices(places: readonly Place[]): string[] {
  return places.flatMap(({ path, valueOptions }) => {
    return valueOptions.map(({ choices, word }) => `    '${path} ${word}') words='${choices.join(' ')}' ;;`)
  })
}

/** Lists the lines for the commands and options of each place, such as `'/ctl') words='publish --mode' ;;`. */
function listBashCandidates(places: readonly Place[]): string[] {
  return places.map((place) => {
    const words = place.candidates.map(({ word }) => word).join(' ')
    const condition = isForFiles(place) ? '[[ $current == -* ]] && ' : ''
    return `    '${place.path}') ${condition}words='${words}' ;;`
  })
}

/**
 * Creates the script for zsh. Zsh calls its function when the user presses Tab. The function goes through the words before the
 * cursor to find the place, the path of the commands so far, such as `/ctl/publish`. Then it offers the words of that place with
 * their descriptions, or else the names of files.
 *
 * The lines of the three `case` are generated, such as `/ctl) place=/ctl ;;`, `'/ctl --mode') compadd -- sync async; return ;;` and
 * `'/ctl') candidates=('--mode:How to run') ;;`.
 *
 * In zsh, `words` is an array with the words of the command line. The first word is the program, and `CURRENT` is the index of
 * the word at the cursor. So `${(@)words[2,CURRENT-1]}` are the words in between.
 */
function createZshScript(name: string, places: readonly Place[]): string {
  const functionName = toFunctionName(name)

  return `#compdef ${name}
# Completion of ${name} for zsh. Add this line to ~/.zshrc, after compinit:
#   source <(${name} completion zsh)
${functionName}() {
  local place='' word previous=\${words[CURRENT-1]} current=\${words[CURRENT]}
  local -a candidates
  # The value of --option=value begins after the equals sign. compset lets zsh ignore the text before it.
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    compset -P '*='
  fi
  # The place: the commands so far, such as /ctl/publish.
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$word" in
${listPathCases(places).join('\n')}
    esac
  done
  # The choices of an option.
  case "$place $previous" in
${listZshChoices(places).join('\n')}
  esac
  # The commands and options of the place.
  case "$place" in
${listZshCandidates(places).join('\n')}
  esac
  # Without candidates, the names of files are offered.
  _describe '${name}' candidates || _files
}
compdef ${functionName} ${name}
`
}

/** Lists the lines for the values of options, such as `'/ctl --mode') compadd -- sync async; return ;;`. */
function listZshChoices(places: readonly Place[]): string[] {
  return places.flatMap(({ path, valueOptions }) => {
    return valueOptions.map(({ choices, word }) => {
      const completion = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`
      return `    '${path} ${word}') ${completion}; return ;;`
    })
  })
}

/**
 * Lists the lines for the commands and options of each place, such as `'/ctl') candidates=('--mode:How to run') ;;`. Quotes and
 * colons need no escape, because `toLabel` has removed them from the descriptions.
 */
function listZshCandidates(places: readonly Place[]): string[] {
  return places.map((place) => {
    const describedWords = place.candidates.map(({ description, word }) => {
      return description === '' ? word : `'${word}:${description}'`
    })
    const condition = isForFiles(place) ? '[[ $current == -* ]] && ' : ''
    return `    '${place.path}') ${condition}candidates=(${describedWords.join(' ')}) ;;`
  })
}

function createFishScript(name: string, places: readonly Place[]): string {
  const lines = places.flatMap((place) => listFishLines(name, place, places))
  return `# Completion of ${name} for fish. Write it to ~/.config/fish/completions/${name}.fish:
#   ${name} completion fish > ~/.config/fish/completions/${name}.fish
${lines.join('\n')}
`
}

/** Lists the lines for the commands and options of one place. Each offers one word where the condition of the place is true. */
function listFishLines(name: string, { candidates, path, valueOptions }: Place, places: readonly Place[]): string[] {
  const condition = fishCondition(path, places)
  return candidates.map(({ description, isOption, word }) => {
    const line = `complete -c ${name} -n '${condition}' -d '${description}'`
    if (!isOption) return `${line} -f -a ${word}`

    const optionLine = `${line} -l ${word.replace(/^--/, '')}`
    const valueOption = valueOptions.find((option) => option.word === word)
    if (valueOption === undefined) return optionLine
    return valueOption.choices.length === 0 ? `${optionLine} -r` : `${optionLine} -x -a '${valueOption.choices.join(' ')}'`
  })
}

/**
 * Returns the condition of fish for a place: its commands were typed, and none of the subcommands of the last one. For `/ctl` with
 * the subcommand `publish`: `__fish_seen_subcommand_from ctl; and not __fish_seen_subcommand_from publish`.
 */
function fishCondition(path: string, places: readonly Place[]): string {
  const typedCommands = path.split('/').filter((word) => word !== '')
  const innerPlaces = places.filter((place) => place.path.startsWith(`${path}/`))
  const nextCommands = innerPlaces.map((place) => place.path.slice(path.length + 1)).filter((rest) => !rest.includes('/'))

  const conditions = typedCommands.map((word) => `__fish_seen_subcommand_from ${word}`)
  if (nextCommands.length > 0) conditions.push(`not __fish_seen_subcommand_from ${nextCommands.join(' ')}`)
  return conditions.join('; and ') || 'true'
}
