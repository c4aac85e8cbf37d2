import type { CompletionContext } from './contexts.ts'

/** Creates the script for fish: one line for each word that can follow in a context, with the condition of this context. */
export function createFishCompletionScript(programName: string, contexts: readonly CompletionContext[]): string {
  const lines = contexts.flatMap((context) => listFishLines(programName, context, contexts))
  return `# Completion of ${programName} for fish. Write it to ~/.config/fish/completions/${programName}.fish:
#   ${programName} completion fish > ~/.config/fish/completions/${programName}.fish
${lines.join('\n')}
`
}

/** Lists the lines for the commands and options of one context. Each line offers one word where its condition is true. */
function listFishLines(
  programName: string,
  { candidates, path, valueOptions }: CompletionContext,
  contexts: readonly CompletionContext[],
): string[] {
  const condition = createFishCondition(path, contexts)
  return candidates.map(({ description, isOption, word }) => {
    const line = `complete -c ${programName} -n '${condition}' -d '${description}'`
    if (!isOption) return `${line} -f -a ${word}`

    const optionLine = `${line} -l ${word.replace(/^--/, '')}`
    const valueOption = valueOptions.find((option) => option.word === word)
    if (valueOption === undefined) return optionLine
    return valueOption.choices.length === 0 ? `${optionLine} -r` : `${optionLine} -x -a '${valueOption.choices.join(' ')}'`
  })
}

/**
 * Returns the condition of fish for a context: its commands were typed, and none of the subcommands of the last one. For `/ctl`
 * with the subcommand `publish`: `__fish_seen_subcommand_from ctl; and not __fish_seen_subcommand_from publish`.
 */
function createFishCondition(path: string, contexts: readonly CompletionContext[]): string {
  const typedCommands = path.split('/').filter((word) => word !== '')
  const innerContexts = contexts.filter((context) => context.path.startsWith(`${path}/`))
  const nextCommands = innerContexts.map((context) => context.path.slice(path.length + 1)).filter((rest) => !rest.includes('/'))

  const conditions = typedCommands.map((word) => `__fish_seen_subcommand_from ${word}`)
  if (nextCommands.length > 0) conditions.push(`not __fish_seen_subcommand_from ${nextCommands.join(' ')}`)
  return conditions.join('; and ') || 'true'
}
