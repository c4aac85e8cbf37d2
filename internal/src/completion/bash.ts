import { type CompletionContext, isForFiles } from './contexts.ts'
import { listCommandCases, toFunctionName } from './shell-lines.ts'

/**
 * Creates the script for bash. It defines a function, which bash calls when the user presses Tab. For a program `demo` with the
 * command `run`, which has the option `--mode`, the function chooses the words to offer as follows:
 *
 * ```sh
 * case "$command_path/$word" in    # for each word before the cursor: is it a command?
 *   /run) command_path=/run ;;
 * esac
 * case "$command_path $previous" in
 *   '/run --mode') words='sync async' ;;    # after an option: its choices
 *   *) case "$command_path" in              # after any other word: commands and options
 *     '') words='run' ;;
 *     '/run') words='--mode' ;;
 *   esac ;;
 * esac
 * ```
 *
 * Then `compgen` keeps the words that begin with `current`, the word at the cursor. Without such words, bash offers the names of
 * files.
 *
 * In the template, `${…}` is filled in here, and `\${…}` is a variable of bash.
 */
export function createBashCompletionScript(programName: string, contexts: readonly CompletionContext[]): string {
  const functionName = toFunctionName(programName)
  const commandCases = listCommandCases(contexts).join('\n')
  const choiceCases = listChoiceCases(contexts).join('\n')
  const candidateCases = listCandidateCases(contexts).join('\n')

  return `# Completion of ${programName} for bash. Add this line to ~/.bashrc:
#   source <(${programName} completion bash)
${functionName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command_path='' word words=''
  # bash divides --option=value into three words. At the end of --option=, the current word is the equals sign.
  [[ $current == '=' ]] && current=''
  # Within a value, the previous word is the equals sign, and the option is the word before that.
  [[ $previous == '=' ]] && previous=\${COMP_WORDS[COMP_CWORD-2]}
  # The path of the commands before the cursor, such as /ctl/publish.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command_path/$word" in
${commandCases}
    esac
  done
  # The words that can follow: choices of an option, or else commands and options.
  case "$command_path $previous" in
${choiceCases}
    *) case "$command_path" in
${candidateCases}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${functionName} ${programName}
`
}

/**
 * Lists the lines for the choices of options, such as `'/ctl --mode') words='sync async' ;;`. For an option without choices,
 * there are no words, and bash completes the names of files.
 */
function listChoiceCases(contexts: readonly CompletionContext[]): string[] {
  return contexts.flatMap(({ path, valueOptions }) => {
    return valueOptions.map(({ choices, word }) => `    '${path} ${word}') words='${choices.join(' ')}' ;;`)
  })
}

/** Lists the lines for the commands and options of each context, such as `'/ctl') words='publish --mode' ;;`. */
function listCandidateCases(contexts: readonly CompletionContext[]): string[] {
  return contexts.map((context) => {
    const words = context.candidates.map(({ word }) => word).join(' ')
    const condition = isForFiles(context) ? '[[ $current == -* ]] && ' : ''
    return `    '${context.path}') ${condition}words='${words}' ;;`
  })
}
