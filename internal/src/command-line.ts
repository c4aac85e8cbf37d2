/** The part of a Commander command that `refuseMistakes` uses. */
interface ListenedCommand {
  readonly options: readonly { readonly long?: string | undefined; readonly description: string; readonly name: () => string }[]
  readonly on: (event: string, listener: (value?: string) => void) => unknown
}

/**
 * Refuses mistakes that Commander accepts: an empty value, an option as the value of another one, and an option that is
 * given twice. `refuse` throws.
 */
export function refuseMistakes(command: ListenedCommand, refuse: (message: string) => never): void {
  const seen = new Set<string>()
  const names = command.options.map(({ long }) => long)
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value) => {
      // An unset variable of the shell leaves an empty value.
      if (value === '') refuse(`the value of ${option.long} is empty`)
      if (value !== undefined && names.includes(value)) refuse(`${option.long} has no value: the option ${value} follows`)
      if (/may be repeated/.test(option.description)) return
      if (seen.has(option.name())) refuse(`${option.long} is given twice`)
      seen.add(option.name())
    })
  }
}

const unitsInMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Reads a duration such as `90s` or `1.5s`, or milliseconds, and returns whole milliseconds; undefined for any other text. */
export function readDuration(text: string): number | undefined {
  const { amount, unit = 'ms' } = /^(?<amount>\d+(\.\d+)?)(?<unit>ms|s|m|h)?$/.exec(text)?.groups ?? {}
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitsInMs[unit] ?? 1))
}

/** An option of commander, which chooses its title in the help. */
interface TitledOption {
  helpGroup(title: string): unknown
}

/** Puts options under a title of the help, and returns them. */
export function inHelpGroup<Options extends Readonly<Record<string, TitledOption>>>(title: string, options: Options): Options {
  for (const option of Object.values(options)) option.helpGroup(title)
  return options
}
