import { toCurl } from '@wfhost/internal/curl'
import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import { createRedactor, SHORTEST_SECRET } from '@wfhost/internal/redaction'
import { percentEncoded, withOtherMiddle } from '../rules/keys/nearly-right.ts'
import type { Call } from '../target/exchange.ts'

/**
 * Replaces every known secret in a text, in each of the forms in which a server may send it back. What is nearly one, as
 * checks send it, is written the way a shell makes it of the variable: `${NAME%?}` is the secret without its end.
 */
export interface Secrets {
  /** Makes a value a secret from now on; the name stands in its place, as `$NAME`, or `$NAME_2` where another one has it. */
  readonly add: (name: string, value: string) => void
  readonly redact: Redact
  /** The names of the secrets that a text still shows. */
  readonly leaksIn: (text: string) => string[]
  /** A command that sends a call again. Secrets are variables in it, which the reader sets. */
  readonly toCurl: (call: Call) => string
}

export function createSecrets(): Secrets {
  const shown = new Map<string, string>()
  const words = new Map<string, string>()
  const names = new Map<string, string>()
  const { find, text: redactText } = createRedactor(shown)
  // Most texts come again and again, such as headers, and the report is looked through once more at the end.
  const redacted = new Map<string, RedactedText>()
  const clean = new Set<string>()
  const formsIn = new Map<string, readonly (readonly [form: string, word: string])[]>()
  // What quotes and spaces put between the parts of a command adds nothing to them.
  const partsOf = new Map<string, readonly string[]>()

  function add(wanted: string, value: string): void {
    let name = wanted
    // Of two keys of one workflow, as before and after a hook, each has a name.
    for (let number = 2; names.has(`$${name}`); number += 1) name = `${wanted}_${number}`
    const own = { text: value, shown: `$${name}`, word: `"$${name}"` }
    for (const form of [own, ...nearlySame(name, value)]) {
      if (form.text.length < SHORTEST_SECRET || shown.has(form.text)) continue
      shown.set(form.text, form.shown)
      words.set(form.text, form.word)
      names.set(form.shown, name)
    }
    redacted.clear()
    clean.clear()
    formsIn.clear()
  }

  function redact(text: string): RedactedText {
    const result = redacted.get(text) ?? redactText(text)
    redacted.set(text, result)
    clean.add(result)
    return result
  }

  function leaksIn(text: string): string[] {
    if (clean.has(text)) return []
    const found = partsOf.get(text)?.flatMap(leaksIn) ?? [...find(text)].map((form) => names.get(form) ?? form)
    const leaks = [...new Set(found)]
    if (leaks.length === 0) clean.add(text)
    return leaks
  }

  function wordsIn(part: string): readonly (readonly [form: string, word: string])[] {
    const present = formsIn.get(part) ?? [...words].filter(([form]) => part.includes(form))
    formsIn.set(part, present)
    return present
  }

  function toCommand(call: Call): string {
    const sent = [call.url, call.body ?? '', ...Object.entries(call.headers).flat()]
    const command = toCurl(call, { flags: '-sS -i', words: new Map(sent.flatMap(wordsIn)) })
    const others = sent.map((part) => wordsIn(part).reduce((rest, [form]) => rest.replaceAll(form, '\n'), part))
    if (others.some((rest) => redact(rest) !== rest)) return redact(command)
    partsOf.set(command, others)
    return command
  }

  return { add, redact, leaksIn, toCurl: toCommand }
}

/** The wrong keys that are nearly right, as rules send them: they would show the right one. */
export function nearlySame(
  name: string,
  value: string,
): { readonly text: string; readonly shown: string; readonly word: string }[] {
  const middle = withOtherMiddle(value)
  const inCase = (from: string, to: string) => `"$(printf %s "$${name}" | tr '[:${from}:]' '[:${to}:]')"`
  return [
    {
      text: btoa(String.fromCharCode(...new TextEncoder().encode(`${value}:`))),
      shown: `base64(\${${name}}:)`,
      word: `"$(printf %s: "$${name}" | base64 | tr -d '\\n')"`,
    },
    {
      text: middle.value,
      shown: `otherMiddle(\${${name}})`,
      word: `"$(printf %s "$${name}" | sed 's/./${middle.character}/${middle.place}')"`,
    },
    { text: value.slice(0, -1), shown: `\${${name}%?}`, word: `"\${${name}%?}"` },
    { text: value.slice(1), shown: `\${${name}#?}`, word: `"\${${name}#?}"` },
    {
      text: percentEncoded(value),
      shown: `percent(\${${name}})`,
      word: `"$(printf %s "$${name}" | od -An -v -tx1 | tr -d '\\n' | tr ' a-f' '%A-F')"`,
    },
    { text: value.toLowerCase(), shown: `\${${name},,}`, word: inCase('upper', 'lower') },
    { text: value.toUpperCase(), shown: `\${${name}^^}`, word: inCase('lower', 'upper') },
  ]
}
