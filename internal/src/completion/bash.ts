import { isForFiles, type Place } from './places.ts'
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
export function createBashScript(name: string, places: readonly Place[]): string {
  const functionName = toFunctionName(name)
  const commandCases = listCommandCases(places).join('\n')
  const choiceCases = listChoiceCases(places).join('\n')
  const candidateCases = listCandidateCases(places).join('\n')

  return `# Completion of ${name} for bash. Add this line to ~/.bashrc:
#   source <(${name} completion bash)
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
complete -o default -F ${functionName} ${name}
`
}

/**
 * Lists the lines for the choices of options, such as `'/ctl --mode') words='sync async' ;;`. For an option without choices,
 * there are no words, and bash completes the names of files.
 */
function listChoiceCases(places: readonly Place[]): string[] {
  return places.flatMap(({ path, valueOptions }) => {
    return valueOptions.map(({ choices, word }) => `    '${path} ${word}') words='${choices.join(' ')}' ;;`)
  })
}

/** Lists the lines for the commands and options of each place, such as `'/ctl') words='publish --mode' ;;`. */
function listCandidateCases(places: readonly Place[]): string[] {
  return places.map((place) => {
    const words = place.candidates.map(({ word }) => word).join(' ')
    const condition = isForFiles(place) ? '[[ $current == -* ]] && ' : ''
    return `    '${place.path}') ${condition}words='${words}' ;;`
  })
}
