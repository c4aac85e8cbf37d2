import { isForFiles, type Place } from './places.ts'
import { listPlaceCases, toFunctionName } from './shell-lines.ts'

/**
 * Creates the script for bash. It defines a function, which bash calls when the user presses Tab. For example, a program `demo`
 * has the command `run` with the option `--mode`. The user has typed `demo run --mode ` and presses Tab:
 *
 * 1. `current` is the word at the cursor, which is empty here. `previous` is the word before it, `--mode`.
 * 2. The loop goes through the words before the cursor. The command `run` changes `place`, the path of the commands so far, from
 *    an empty text to `/run`.
 * 3. For `/run --mode`, `words` gets the choices of the option. For any other previous word, it gets the commands and options of
 *    the place, through the inner `case`.
 * 4. `compgen` keeps the words that begin with `current`. Bash offers the words in `COMPREPLY`, or else the names of files.
 *
 * Bash divides `--mode=s` into `--mode`, `=` and `s`. For `--mode=`, `current` is `=`, and becomes empty. For `--mode=s`,
 * `previous` is `=`, and becomes `--mode`.
 *
 * In the template, `${…}` is filled in here, and `\${…}` is a variable of bash.
 */
export function createBashScript(name: string, places: readonly Place[]): string {
  const functionName = toFunctionName(name)

  // Lines such as `/run) place=/run ;;`.
  const placeCases = listPlaceCases(places).join('\n')
  // Lines such as `'/run --mode') words='sync async' ;;`.
  const choiceCases = listChoiceCases(places).join('\n')
  // Lines such as `'/run') words='--mode' ;;`.
  const candidateCases = listCandidateCases(places).join('\n')

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
${placeCases}
    esac
  done
  # The words that can follow: choices of an option, or else commands and options.
  case "$place $previous" in
${choiceCases}
    *) case "$place" in
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
