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

/** A position in a command line: after the program, or after one of its commands. */
export interface CompletionContext {
  /** The names of the commands before the cursor, each after a slash, such as `/ctl/publish`. Empty after the program. */
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
 * Lists the contexts of a command and of its subcommands, with the words that can follow in each. A context is the path of the
 * commands before the cursor. A program with the command `ctl publish` has three contexts: the root, whose path is empty, `/ctl`
 * and `/ctl/publish`.
 */
export function listContexts(command: CompletedCommand, path = ''): CompletionContext[] {
  const context = { path, candidates: listCandidates(command), valueOptions: listValueOptions(command) }
  return [context, ...command.commands.flatMap((subcommand) => listContexts(subcommand, `${path}/${subcommand.name()}`))]
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

/** Whether a context expects only options and names of files. Its options are then offered after a dash, and files otherwise. */
export function isForFiles({ candidates }: CompletionContext): boolean {
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
