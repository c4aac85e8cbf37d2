import { toCurl } from '@wfhost/internal/curl'
import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import { createRedactor, createSecretFinder, SHORTEST_SECRET } from '@wfhost/internal/redaction'
import { replaceMiddle, toPercentEncoding } from '../catalogues/rewrite-text.ts'
import type { CheckRequest } from '../target/exchange.ts'

/**
 * Replaces every known secret in a text, in each form in which a server may return it. Some checks send keys that are
 * almost right; these are replaced by a shell expansion, such as `${NAME%?}` for the key without its last character.
 */
export interface Secrets {
  /** Adds a secret. `$NAME` replaces its value, or `$NAME_2` if another secret has the name. */
  readonly add: (name: string, value: string) => void
  readonly redact: Redact
  /** Returns the names of the secrets that a text still contains. */
  readonly findLeaks: (text: string) => string[]
  /** Returns a curl command that repeats a request. Secrets are shell variables in it. */
  readonly toCurl: (request: CheckRequest) => string
}

/** A form of a secret in a text. */
export interface SecretForm {
  readonly text: string
  /** The replacement in a report. */
  readonly placeholder: string
  /** The replacement in a shell command. */
  readonly shellWord: string
}

export function createSecrets(): Secrets {
  return new SecretStore()
}

class SecretStore implements Secrets {
  readonly #placeholderByText = new Map<string, string>()
  readonly #shellWordByText = new Map<string, string>()
  /** The name of the secret, by the placeholder of each of its forms. */
  readonly #nameByPlaceholder = new Map<string, string>()
  readonly #redactor = createRedactor(this.#placeholderByText)
  readonly #findSecrets = createSecretFinder(this.#placeholderByText)

  // Most texts, such as headers, occur many times, and the finished report is searched once more. So results are cached.
  readonly #redactedTexts = new Map<string, RedactedText>()
  readonly #cleanTexts = new Set<string>()
  readonly #formsByText = new Map<string, readonly string[]>()
  /** The parts of each curl command. A leak can only be in them, not in the quotes between them. */
  readonly #partsByCommand = new Map<string, readonly string[]>()

  readonly add = (wantedName: string, value: string): void => {
    const name = this.#findFreeName(wantedName)
    const exactForm = { text: value, placeholder: `$${name}`, shellWord: `"$${name}"` }

    for (const { placeholder, shellWord, text } of [exactForm, ...listAlteredForms(name, value)]) {
      if (text.length < SHORTEST_SECRET || this.#placeholderByText.has(text)) continue
      this.#placeholderByText.set(text, placeholder)
      this.#shellWordByText.set(text, shellWord)
      this.#nameByPlaceholder.set(placeholder, name)
    }

    this.#redactedTexts.clear()
    this.#cleanTexts.clear()
    this.#formsByText.clear()
  }

  readonly redact: Redact = (text) => {
    const redacted = this.#redactedTexts.get(text) ?? this.#redactor.text(text)
    this.#redactedTexts.set(text, redacted)
    this.#cleanTexts.add(redacted)
    return redacted
  }

  readonly findLeaks = (text: string): string[] => {
    if (this.#cleanTexts.has(text)) return []

    const parts = this.#partsByCommand.get(text)
    const names = parts === undefined ? this.#findNames(text) : parts.flatMap(this.findLeaks)
    if (names.length === 0) this.#cleanTexts.add(text)
    return [...new Set(names)]
  }

  readonly toCurl = (request: CheckRequest): string => {
    const parts = [request.url, request.body ?? '', ...Object.entries(request.headers).flat()]
    const forms = parts.flatMap((part) => this.#findForms(part))
    const words = new Map(forms.map((form) => [form, this.#shellWordByText.get(form) ?? '']))
    const command = toCurl(request, { flags: '-sS -i', words })

    // An encoded secret has no shell word. Such a command is only readable, but cannot be executed.
    const partsWithoutForms = parts.map((part) => this.#removeForms(part))
    const hasEncodedSecret = partsWithoutForms.some((part) => this.redact(part) !== part)
    if (hasEncodedSecret) return this.redact(command)

    this.#partsByCommand.set(command, partsWithoutForms)
    return command
  }

  /** Returns a name that no secret has. A workflow has two keys if a hook regenerates its key. */
  #findFreeName(wantedName: string): string {
    let name = wantedName
    for (let number = 2; this.#nameByPlaceholder.has(`$${name}`); number += 1) name = `${wantedName}_${number}`
    return name
  }

  #findNames(text: string): string[] {
    return [...this.#findSecrets(text)].map((placeholder) => this.#nameByPlaceholder.get(placeholder) ?? placeholder)
  }

  /** Returns the unencoded forms of secrets that a text contains. */
  #findForms(text: string): readonly string[] {
    const forms = this.#formsByText.get(text) ?? [...this.#shellWordByText.keys()].filter((form) => text.includes(form))
    this.#formsByText.set(text, forms)
    return forms
  }

  #removeForms(text: string): string {
    let rest = text
    for (const form of this.#findForms(text)) rest = rest.replaceAll(form, '\n')
    return rest
  }
}

/**
 * Lists the altered forms of a secret that checks send, such as a key without its last character. They reveal most of the
 * secret, so reports and commands replace them, too:
 *
 * - `text` is the altered secret, which is searched for in reports and commands.
 * - `placeholder` replaces it in reports.
 * - `shellWord` replaces it in commands. It computes the form from the environment variable `name`, so that a curl command
 *   repeats the same request.
 *
 * The examples below are the texts for the key `aB3xyz`.
 */
export function listAlteredForms(name: string, value: string): SecretForm[] {
  return [
    createBasicForm(name, value),
    createOtherMiddleForm(name, value),
    // `aB3xy`: without the last character, which the shell removes with `%?`.
    { text: value.slice(0, -1), placeholder: `\${${name}%?}`, shellWord: `"\${${name}%?}"` },
    // `B3xyz`: without the first character, which the shell removes with `#?`.
    { text: value.slice(1), placeholder: `\${${name}#?}`, shellWord: `"\${${name}#?}"` },
    createPercentForm(name, value),
    // `ab3xyz` and `AB3XYZ`: in small letters, and in capital letters.
    { text: value.toLowerCase(), placeholder: `\${${name},,}`, shellWord: changeCase(name, { from: 'upper', to: 'lower' }) },
    { text: value.toUpperCase(), placeholder: `\${${name}^^}`, shellWord: changeCase(name, { from: 'lower', to: 'upper' }) },
  ]
}

/** `YUIzeHl6Og==`: the key as the user name of Basic authentication. `tr` removes the line breaks of `base64`. */
function createBasicForm(name: string, value: string): SecretForm {
  const bytes = new TextEncoder().encode(`${value}:`)
  return {
    text: btoa(String.fromCharCode(...bytes)),
    placeholder: `base64(\${${name}}:)`,
    shellWord: `"$(printf %s: "$${name}" | base64 | tr -d '\\n')"`,
  }
}

/** `aB3Ayz`: another character in the middle. `sed` replaces the character at that position. */
function createOtherMiddleForm(name: string, value: string): SecretForm {
  const { character, position, value: text } = replaceMiddle(value)
  return {
    text,
    placeholder: `otherMiddle(\${${name}})`,
    shellWord: `"$(printf %s "$${name}" | sed 's/./${character}/${position}')"`,
  }
}

/**
 * `%61%42%33%78%79%7A`: percent-encoded. `od` prints ` 61 42 33 78 79 7a`, and `tr` replaces each space by a percent sign and each
 * small letter by a capital one.
 */
function createPercentForm(name: string, value: string): SecretForm {
  return {
    text: toPercentEncoding(value),
    placeholder: `percent(\${${name}})`,
    shellWord: `"$(printf %s "$${name}" | od -An -v -tx1 | tr -d '\\n' | tr ' a-f' '%A-F')"`,
  }
}

type LetterCase = 'lower' | 'upper'

/** Returns a shell word for a variable whose letters are changed from one character class of `tr` to another. */
function changeCase(name: string, { from, to }: { readonly from: LetterCase; readonly to: LetterCase }): string {
  return `"$(printf %s "$${name}" | tr '[:${from}:]' '[:${to}:]')"`
}
