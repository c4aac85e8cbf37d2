import { type CompletionContext, isForFiles } from './contexts.ts'
import { listCommandCases, toFunctionName } from './shell-lines.ts'

/**
 * Creates the script for zsh. It defines a function, which zsh calls when the user presses Tab. For example, a program `demo` has
 * the command `run` with the option `--mode`. The user has typed `demo run --mode ` and presses Tab:
 *
 * 1. `words` has the words of the command line, from `words[1]`, the program. `CURRENT` is the index of the word at the cursor.
 *    So `current` is an empty text, and `previous` is `--mode`.
 * 2. The loop goes through the words between the program and the cursor. `(@)` keeps empty words. The command `run` changes
 *    `command_path`, the path of the commands so far, from an empty text to `/run`.
 * 3. For `/run --mode`, the function offers the choices of the option with `compadd`, and ends.
 * 4. For any other previous word, it offers the commands and options that can follow with `_describe`. Without any, `_describe`
 *    fails, and `_files` offers the names of files.
 *
 * In the template, `${…}` is filled in here, and `\${…}` is a variable of zsh.
 *
 * @param contexts - Each path of commands, such as `/run`, with the words that can follow and the choices of the options.
 */
export function createZshCompletionScript(programName: string, contexts: readonly CompletionContext[]): string {
  const functionName = toFunctionName(programName)

  // Lines such as `/run) command_path=/run ;;`.
  const commandCases = listCommandCases(contexts).join('\n')
  // Lines such as `'/run --mode') compadd -- sync async; return ;;`.
  const choiceCases = listChoiceCases(contexts).join('\n')
  // Lines such as `'/run') candidates=('--mode:How to run') ;;`.
  const candidateCases = listCandidateCases(contexts).join('\n')

  return `#compdef ${programName}
# Completion of ${programName} for zsh. Add this line to ~/.zshrc, after compinit:
#   source <(${programName} completion zsh)
${functionName}() {
  local command_path='' word previous=\${words[CURRENT-1]} current=\${words[CURRENT]}
  local -a candidates
  # The value of --option=value begins after the equals sign. compset lets zsh ignore the text before it.
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    compset -P '*='
  fi
  # The path of the commands before the cursor, such as /ctl/publish. The loop goes through the words after the program.
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command_path/$word" in
${commandCases}
    esac
  done
  # The choices of an option.
  case "$command_path $previous" in
${choiceCases}
  esac
  # The commands and options that can follow.
  case "$command_path" in
${candidateCases}
  esac
  # Without candidates, the names of files are offered.
  _describe '${programName}' candidates || _files
}
compdef ${functionName} ${programName}
`
}

/** Lists the lines for the values of options, such as `'/ctl --mode') compadd -- sync async; return ;;`. */
function listChoiceCases(contexts: readonly CompletionContext[]): string[] {
  return contexts.flatMap(({ path, valueOptions }) => {
    return valueOptions.map(({ choices, word }) => {
      const completion = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`
      return `    '${path} ${word}') ${completion}; return ;;`
    })
  })
}

/**
 * Lists the lines for the commands and options of each context, such as `'/ctl') candidates=('--mode:How to run') ;;`. Quotes and
 * colons need no escape, because `toLabel` has removed them from the descriptions.
 */
function listCandidateCases(contexts: readonly CompletionContext[]): string[] {
  return contexts.map((context) => {
    const describedWords = context.candidates.map(({ description, word }) => {
      return description === '' ? word : `'${word}:${description}'`
    })
    const condition = isForFiles(context) ? '[[ $current == -* ]] && ' : ''
    return `    '${context.path}') ${condition}candidates=(${describedWords.join(' ')}) ;;`
  })
}
