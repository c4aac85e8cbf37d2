/** Part of a text for a shell: a word of it already, or a text that has yet to become one. */
export interface ShellPart {
  readonly text: string
  readonly isWord: boolean
}

/** Splits a text where a word stands for a part of it. */
export function splitBy(form: string, { text, word }: { readonly text: string; readonly word: string }): ShellPart[] {
  return text
    .split(form)
    .flatMap((piece, index) => [...(index === 0 ? [] : [{ text: word, isWord: true }]), { text: piece, isWord: false }])
}

/** A text as a word of a POSIX shell. What is repeated at length is left to the shell to repeat. */
export function shellWord(text: string): string {
  // A line break at the end of what a shell prints would be lost.
  const repeated = /([^\n]{1,64}?)\1{99,}/.exec(text)
  if (repeated === null || repeated[0].length < shortestRepeated) return singleQuoted(text)
  const [whole, unit = ''] = repeated
  const format = unit.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  const repeat = `"$(printf ${singleQuoted(`${format}%.0s`)} $(seq ${whole.length / unit.length}))"`
  const rest = text.slice(repeated.index + whole.length)
  return [
    ...(repeated.index === 0 ? [] : [singleQuoted(text.slice(0, repeated.index))]),
    repeat,
    ...(rest === '' ? [] : [shellWord(rest)]),
  ].join('')
}

const shortestRepeated = 1000

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
