/** Replaces every known secret in a text, in each of the forms in which a server may send it back. */
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

/** Starts to keep secrets. */
export function createSecrets(): Secrets {
  const forms = new Map<string, { readonly name: string; readonly raw: boolean }>()

  function add(name: string, value: string): void {
    if (value.length < shortest) return
    for (const form of [value, ...nearlySame(value)].flatMap(formsOf)) {
      if (!forms.has(form)) forms.set(form, { name, raw: form === value })
    }
  }

  // The longest first, so that a secret which is part of another one does not cut it.
  function longestFirst(): [string, { readonly name: string; readonly raw: boolean }][] {
    return [...forms].toSorted(([a], [b]) => b.length - a.length)
  }

  function redact(text: string): string {
    return longestFirst().reduce((rest, [form, { name }]) => rest.replaceAll(form, `$${name}`), text)
  }

  function leaksIn(text: string): string[] {
    return [...new Set([...forms].flatMap(([form, { name }]) => (text.includes(form) ? [name] : [])))]
  }

  function quoteForShell(text: string): string {
    let parts: readonly { readonly text: string; readonly variable: boolean }[] = [{ text, variable: false }]
    for (const [form, { name, raw }] of longestFirst()) {
      if (!raw) continue
      parts = parts.flatMap((part) => (part.variable ? [part] : split(part.text, { form, name })))
    }
    const words = parts
      .filter((part) => part.text !== '')
      .map((part) => (part.variable ? `"$${part.text}"` : singleQuoted(part.text)))
    return words.join('') || "''"
  }

  return { add, redact, leaksIn, quoteForShell }
}

function split(
  text: string,
  by: { readonly form: string; readonly name: string },
): { readonly text: string; readonly variable: boolean }[] {
  return text
    .split(by.form)
    .flatMap((piece, index) => [...(index === 0 ? [] : [{ text: by.name, variable: true }]), { text: piece, variable: false }])
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The wrong keys that are nearly right, as rules send them: they would show the right one. */
function nearlySame(value: string): string[] {
  return [value.slice(0, -1), value.toLowerCase(), value.toUpperCase()].filter((form) => form.length >= shortest)
}

function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  const base64 = btoa(String.fromCharCode(...bytes))
  const escaped = JSON.stringify(value).slice(1, -1)
  const unicode = [...value].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  return [value, base64, base64.replace(/=+$/, ''), encodeURIComponent(value), escaped, unicode]
}
