/** A tutorial that can be followed. */
export interface Tutorial {
  /** The commands of the page as one script. It prints a mark around the output of commands whose output the page shows. */
  readonly script: string
  /** The outputs that the page shows, in their order. */
  readonly outputs: readonly string[]
}

interface Block {
  /** The words behind the opening fence, such as `sh` or `text output`. */
  readonly kind: string
  readonly code: string
  /** The text of the page before this block. */
  readonly before: string
}

/**
 * Reads the blocks of a page:
 *
 * - `sh` is a part of the script. Blocks such as `sh in a clone` are not.
 * - `ts` is written to the file that the text before it names. A block that no test runs by itself is marked as in
 *   `ts ignore it declares tests`.
 * - `text output` directly after `sh` is the output of these commands.
 */
export function readTutorial(page: string): Tutorial {
  const parts: string[] = []
  const outputs: string[] = []
  const blocks = listBlocks(page)

  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1]
    if (/^ts\b/.test(block.kind)) parts.push(toHereDocument(block))
    if (block.kind !== 'sh') continue

    if (next?.kind === OUTPUT) {
      outputs.push(next.code)
      parts.push(markOutput(block.code, outputs.length))
    } else {
      parts.push(block.code)
    }
  }

  const expected = blocks.filter(({ kind }) => kind === OUTPUT).length
  if (expected !== outputs.length) throw new Error('Cannot follow the tutorial: it shows an output without commands before it')
  return { script: parts.join('\n'), outputs }
}

const OUTPUT = 'text output'

function listBlocks(page: string): Block[] {
  const blocks = page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)
  return Array.from(blocks, ({ 1: kind = '', 2: code = '', index }) => ({ kind, code, before: page.slice(0, index) }))
}

function toHereDocument({ before, code }: Block): string {
  const file = [...before.matchAll(/Write to `([\w.-]+)`/g)].at(-1)?.[1]
  if (file === undefined) throw new Error(`Cannot follow the tutorial: it names no file for ${code.slice(0, 60)}`)
  return `cat > ${file} <<'END_OF_FILE'\n${code}END_OF_FILE\n`
}

function markOutput(commands: string, number: number): string {
  return `echo '${startMark(number)}'\n${commands}echo '${endMark(number)}'\n`
}

function startMark(number: number): string {
  return `<<< output ${number}`
}

function endMark(number: number): string {
  return `>>> output ${number}`
}

/** Compares the outputs that a page shows with what its script printed. Describes the first difference, if there is one. */
export function findWrongOutput(outputs: readonly string[], printed: string): string | undefined {
  for (const [index, expected] of outputs.entries()) {
    const [, after = ''] = printed.split(`${startMark(index + 1)}\n`)
    const [actual = ''] = after.split(endMark(index + 1))
    if (!toPattern(expected).test(trimLines(actual))) {
      return `output ${index + 1} is not as on the page.\nThe page shows:\n${expected}\nThe commands print:\n${actual}`
    }
  }
  return undefined
}

/** The character `…` matches any text within a line. A line with nothing else matches any lines. */
function toPattern(expected: string): RegExp {
  const lines = trimLines(expected)
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*' : `${toLinePattern(line)}\\n`))
  return new RegExp(`^${lines.join('')}$`)
}

function toLinePattern(line: string): string {
  return line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')
}

/** Removes the spaces at the end of each line, and empty lines at both ends. The result ends with a line feed. */
function trimLines(text: string): string {
  return `${text.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '')}\n`
}
