import { z } from 'zod'

/** The longest time of a timer, in milliseconds. Node ends a longer timer immediately. */
export const LONGEST_TIMER_MS = 2_147_483_647

/** A text that is more than white space. */
export const text = z.string().regex(/\S/, { error: ({ input }) => `expected some text, found ${describeBlank(input)}` })

function describeBlank(input: unknown): string {
  return input === '' ? 'none' : 'white space alone'
}

/** The value of a header: characters that HTTP can carry. It is not the name of a variable without braces. */
export const headerText = text.superRefine((value, context) => {
  const message = describeHeaderProblem(value)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** Explains why a text cannot be the value of a header. It quotes no part of the text, which may be a secret. */
function describeHeaderProblem(value: string): string | undefined {
  const index = value.search(/[^\t -~\u0080-\u00ff]/)
  if (index !== -1) {
    const codePoint = value.codePointAt(index)?.toString(16).toUpperCase().padStart(4, '0')
    return `no header can carry its character ${index + 1}, U+${codePoint}; was it pasted with more than it is?`
  }

  const isVariableName = /(^|\s)\$[A-Z_][A-Z0-9_]*$/.test(value)
  if (isVariableName) return `expected a value, found the name of a variable: ${'$'}{NAME}, in braces, is replaced by its value`

  return undefined
}

/** A key, without the scheme of its header. */
export const key = headerText.refine((value) => !/\s/.test(value), {
  error: 'expected the key alone, without white space: "Bearer " is written before it',
})

/** The name and the value of a cookie. */
export const cookie = headerText.regex(/^[^\s=;]+=[^\s;]/, {
  error: 'expected the name and the value of a cookie; write it as name=value',
})

/** A JSON pointer to a part of a document, which is not the whole document. */
export const pointer = z.string().regex(/^\/.*$/, { error: 'expected a JSON pointer that begins with /, such as /result/team' })

/** An address of a service: it has a host. */
export const address = z
  .url({ protocol: /^https?$/, error: 'expected a URL that begins with http:// or https://', abort: true })
  .regex(/^https?:\/\/[^\s/]/i, { error: 'expected a URL with a host, such as https://api.example.org' })

/** Refuses names that a list has twice. */
export function refuseRepeated(names: readonly string[], context: z.RefinementCtx): void {
  for (const [index, name] of names.entries()) {
    const isRepeated = names.indexOf(name) < index
    if (isRepeated)
      context.addIssue({ code: 'custom', path: [index], message: `expected each name once, found ${name} again; remove it` })
  }
}
