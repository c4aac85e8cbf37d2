/** Prints what a table of cases showed: its title always, its rows when SDK_TABLES asks for them. */
export function printTable(title: string, rows: readonly string[]): void {
  const shown = process.env['SDK_TABLES'] ? rows.map((row) => `\n  ${row}`).join('') : ''
  process.stdout.write(`${title}${shown}\n`)
}
