/** A command of a README with what it prints; `…` in that stands for anything. */
export interface ShownCommand {
  readonly command: string
  readonly output: string
}

/** Reads the blocks fenced as `console`: lines with a `$` are commands, and those below what they print. */
export function readConsole(markdown: string): ShownCommand[] {
  const blocks = Array.from(markdown.matchAll(/^```console\n(.*?)^```$/gms), ([, block = '']) => block)
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((shown) => {
        const [command = '', ...output] = shown.trimEnd().split('\n')
        return { command, output: output.join('\n') }
      }),
  )
}

/** Makes a pattern of an output. */
export function outputPattern(output: string): RegExp {
  const pieces = output.split('…').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's')
}
