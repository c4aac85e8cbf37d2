import type { Place } from './places.ts'

/** Creates the script for fish: one line for each word that can follow a place, with the condition of this place. */
export function createFishScript(name: string, places: readonly Place[]): string {
  const lines = places.flatMap((place) => listFishLines(name, place, places))
  return `# Completion of ${name} for fish. Write it to ~/.config/fish/completions/${name}.fish:
#   ${name} completion fish > ~/.config/fish/completions/${name}.fish
${lines.join('\n')}
`
}

/** Lists the lines for the commands and options of one place. Each offers one word where the condition of the place is true. */
function listFishLines(name: string, { candidates, path, valueOptions }: Place, places: readonly Place[]): string[] {
  const condition = createFishCondition(path, places)
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
 * Returns the condition of fish for a place: its commands were typed, and none of the subcommands of the last one. For `/ctl`
 * with the subcommand `publish`: `__fish_seen_subcommand_from ctl; and not __fish_seen_subcommand_from publish`.
 */
function createFishCondition(path: string, places: readonly Place[]): string {
  const typedCommands = path.split('/').filter((word) => word !== '')
  const innerPlaces = places.filter((place) => place.path.startsWith(`${path}/`))
  const nextCommands = innerPlaces.map((place) => place.path.slice(path.length + 1)).filter((rest) => !rest.includes('/'))

  const conditions = typedCommands.map((word) => `__fish_seen_subcommand_from ${word}`)
  if (nextCommands.length > 0) conditions.push(`not __fish_seen_subcommand_from ${nextCommands.join(' ')}`)
  return conditions.join('; and ') || 'true'
}
