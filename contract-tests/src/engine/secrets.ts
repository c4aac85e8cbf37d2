import { formsOf } from './secret-forms.ts'
import { type ShellPart, shellWord, splitBy } from './shell-text.ts'

/**
 * Replaces every known secret in a text, in each of the forms in which a server may send it back. What is nearly one, as
 * checks send it, is written the way a shell makes it of the variable: `${NAME%?}` is the secret without its end.
 */
export interface Secrets {
  /** Makes a value a secret from now on; the name stands in its place, as `$NAME`. */
  readonly add: (name: string, value: string) => void
  readonly redact: (text: string) => string
  /** The names of the secrets that a text still shows. */
  readonly leaksIn: (text: string) => string[]
  /** The text as a word of a POSIX shell in which secrets are variables. */
  readonly quoteForShell: (text: string) => string
}

// Shorter values would match by chance, and are no secrets.
const shortest = 4

/** A secret or a value that is nearly one: what stands for it in a text, and in a shell that has the variable. */
interface Stand {
  readonly name: string
  readonly shown: string
  readonly word: string
  readonly raw: boolean
}

/** Starts to keep secrets. */
export function createSecrets(): Secrets {
  const forms = new Map<string, Stand>()
  // Sorted once for all texts until there is another secret.
  let sorted: readonly (readonly [string, Stand])[] | undefined

  function add(name: string, value: string): void {
    for (const { text, ...stand } of [{ text: value, shown: `$${name}`, word: `"$${name}"` }, ...nearlySame(name, value)]) {
      if (text.length < shortest) continue
      sorted = undefined
      for (const form of formsOf(text)) if (!forms.has(form)) forms.set(form, { name, ...stand, raw: form === text })
    }
  }

  // The longest first, so that a secret which is part of another one does not cut it.
  function longestFirst(): readonly (readonly [string, Stand])[] {
    sorted ??= [...forms].toSorted(([a], [b]) => b.length - a.length)
    return sorted
  }

  function redact(text: string): string {
    // As a function, since a dollar sign has a meaning in a replacement.
    return longestFirst().reduce((rest, [form, { shown }]) => rest.replaceAll(form, () => shown), text)
  }

  function leaksIn(text: string): string[] {
    return [...new Set([...forms].flatMap(([form, { name }]) => (text.includes(form) ? [name] : [])))]
  }

  function quoteForShell(text: string): string {
    let parts: readonly ShellPart[] = [{ text, isWord: false }]
    for (const [form, { raw, word }] of longestFirst()) {
      if (!raw) continue
      parts = parts.flatMap((part) => (part.isWord ? [part] : splitBy(form, { text: part.text, word })))
    }
    const words = parts.filter((part) => part.text !== '').map((part) => (part.isWord ? part.text : shellWord(part.text)))
    return words.join('') || "''"
  }

  return { add, redact, leaksIn, quoteForShell }
}

/** The wrong keys that are nearly right, as rules send them: they would show the right one. */
function nearlySame(name: string, value: string): { readonly text: string; readonly shown: string; readonly word: string }[] {
  const inCase = (from: string, to: string) => `"$(printf %s "$${name}" | tr '[:${from}:]' '[:${to}:]')"`
  return [
    {
      text: btoa(String.fromCharCode(...new TextEncoder().encode(`${value}:`))),
      shown: `base64(\${${name}}:)`,
      word: `"$(printf %s: "$${name}" | base64 | tr -d '\\n')"`,
    },
    { text: value.slice(0, -1), shown: `\${${name}%?}`, word: `"\${${name}%?}"` },
    { text: value.toLowerCase(), shown: `\${${name},,}`, word: inCase('upper', 'lower') },
    { text: value.toUpperCase(), shown: `\${${name}^^}`, word: inCase('lower', 'upper') },
  ]
}
