import type { CheckResult, ConformanceReport, RecordedExchange, RecordedHookCall } from '../engine/conformance-report.ts'
import { listAlteredForms } from '../engine/secrets.ts'
import { parseJson } from '../parse-json.ts'

/**
 * Formats the exchanges of a check as a Hurl file, which repeats the requests and expects the same statuses:
 * `hurl --variable NAME=… FILE`. Each secret is a variable of the file.
 *
 * A check can also call hooks, the functions for actions outside the API, such as publishing a workflow. Hurl cannot call them.
 * So a comment names each call, and the reader makes it between two requests.
 *
 * @param _report not used: all exporters have the same parameters
 */
export function formatHurl(_report: ConformanceReport, check: CheckResult): string {
  const { id, statement, verdict } = check

  const head = [`# ${id}: ${statement}`]
  if (verdict === 'fail') {
    head.push('# These are the received statuses. The check failed: the report shows what it expected.')
  }

  const { entries, usedVariables } = writeEntries(check)
  // Each variable with the shell word that becomes its value, such as `$ECHO_KEY`.
  for (const [name, shellWord] of usedVariables) head.push(`# --variable ${name}=${shellWord}`)

  return [...head, '', ...entries, ''].join('\n')
}

/** The requests of a Hurl file, and the variables in them, each with the shell word for its value. */
interface WrittenEntries {
  readonly entries: readonly string[]
  readonly usedVariables: ReadonlyMap<string, string>
}

/** Writes the requests of a check, each after comments about the hooks that the check called before it. */
function writeEntries({ exchanges, hookCalls = [] }: CheckResult): WrittenEntries {
  const changingCalls = hookCalls.filter(changesServer)
  const variables = createVariables(exchanges, changingCalls)

  // A call after the last exchange is left out, because no request shows its effect.
  const entries = exchanges.flatMap((exchange, index) => {
    const callsBefore = changingCalls.filter(({ afterExchanges }) => afterExchanges === index)
    const comments = callsBefore.map((call) => describeHookCall(call, variables))
    return [...comments, writeEntry(exchange, { position: index + 1, variables })]
  })
  return { entries, usedVariables: variables.used }
}

/** Whether a call of a hook changes the server. Requests can be repeated without the hooks that only read. */
function changesServer({ hook }: RecordedHookCall): boolean {
  return hook !== 'creditBalance' && hook !== 'endedRuns'
}

/** Creates the variables for the secrets that the commands of a check use, and that its hooks returned. */
function createVariables(exchanges: readonly RecordedExchange[], hookCalls: readonly RecordedHookCall[]): HurlVariables {
  // Outside quotes, a curl command has a dollar sign only before the name of a secret.
  const commandsWithoutQuotes = exchanges.map(({ curl }) => removeQuotedParts(curl))
  return new HurlVariables([...commandsWithoutQuotes, ...hookCalls.map(({ result }) => result)])
}

/** Describes a call of a hook. Hurl cannot call hooks, so the reader sends the requests before and after it separately. */
function describeHookCall(call: RecordedHookCall, variables: HurlVariables): string {
  const { afterExchanges, hook, result } = call
  const outcome = result === '' ? '' : ` with the result ${variables.insert(result).replace(/[{}]/g, '')}`
  const requestsBefore = afterExchanges === 0 ? '' : `hurl --to-entry ${afterExchanges} before it, `
  return `# hook ${hook} (${call.arguments})${outcome}: ${requestsBefore}call it, hurl --from-entry ${afterExchanges + 1} after it`
}

/** The headers that identify a run of the suite. A repeated request does not belong to that run. */
const TRACE_HEADERS = /^(user-agent|x-conformance-check)$/

function writeEntry(
  { method, requestBody, requestHeaders, status, url }: RecordedExchange,
  { position, variables }: { readonly position: number; readonly variables: HurlVariables },
): string {
  const lines = [`# request ${position}`, `${method} ${variables.insert(url)}`]
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (!TRACE_HEADERS.test(name)) lines.push(`${name}: ${variables.insert(value).replaceAll('#', '\\#')}`)
  }
  if (requestBody !== undefined) lines.push(writeBody(requestBody, variables))

  return [...lines, `HTTP ${status}`, ''].join('\n')
}

/** Writes a body as plain JSON, or in base64, in which Hurl does not replace braces by variables. */
function writeBody(body: string, variables: HurlVariables): string {
  const isPlainJson = /^\{[^`]*\}$/s.test(body) && !/\{\{|\n/.test(body) && parseJson(body) !== undefined
  return isPlainJson ? variables.insert(body) : `base64,${Buffer.from(body).toString('base64')};`
}

interface SecretPlaceholder {
  readonly name: string
  readonly placeholder: string
  readonly shellWord: string
}

/** Replaces the placeholders of secrets, such as `$NAME` and `${NAME%?}`, by variables of Hurl. */
class HurlVariables {
  /** The shell word for the value of each variable that was inserted. */
  readonly used = new Map<string, string>()
  readonly #secretNames: ReadonlySet<string>
  readonly #placeholders: ReadonlyMap<string, SecretPlaceholder>
  readonly #pattern: RegExp
  readonly #variableByPlaceholder = new Map<string, string>()

  /** Takes the names of the secrets from texts that contain nothing else with a dollar sign. */
  constructor(texts: readonly string[]) {
    this.#secretNames = new Set(texts.flatMap(listSecretNames))
    const placeholders = [...this.#secretNames].flatMap(listPlaceholders)
    this.#placeholders = new Map(placeholders.map((placeholder) => [placeholder.placeholder, placeholder]))
    this.#pattern = createPattern([...this.#placeholders.keys()])
  }

  /** Replaces the placeholders in a text, and records the variables as used. */
  insert(text: string): string {
    return text.replace(this.#pattern, (placeholder) => `{{${this.#useVariable(placeholder)}}}`)
  }

  #useVariable(placeholder: string): string {
    const { name = '', shellWord = '' } = this.#placeholders.get(placeholder) ?? {}
    const variable = this.#variableByPlaceholder.get(placeholder) ?? this.#chooseVariable(placeholder, name)

    this.#variableByPlaceholder.set(placeholder, variable)
    this.used.set(variable, shellWord)
    return variable
  }

  /** Returns the name of the secret for its exact value, and a name with a number for each altered form. */
  #chooseVariable(placeholder: string, name: string): string {
    if (placeholder === `$${name}`) return name

    let variable = name
    for (let number = 2; this.#secretNames.has(variable) || this.used.has(variable); number += 1) {
      variable = `${name}_${number}`
    }
    return variable
  }
}

function listSecretNames(text: string): string[] {
  return Array.from(text.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, name = '']) => name)
}

/** Lists the placeholders of a secret, and of the altered forms that checks send. */
function listPlaceholders(name: string): SecretPlaceholder[] {
  const exact = { name, placeholder: `$${name}`, shellWord: `"$${name}"` }
  const altered = listAlteredForms(name, '').map(({ placeholder, shellWord }) => ({ name, placeholder, shellWord }))
  return [exact, ...altered]
}

/** Creates a pattern that matches any of the texts, and prefers the longest. Without any text, it matches nothing. */
function createPattern(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((text) => text.replace(/[\^$#%?(){}]/g, '\\$&'))
  return new RegExp(escaped.join('|') || '(?!)', 'g')
}

/** Removes the parts of a command in single quotes, in which a shell replaces nothing. */
function removeQuotedParts(command: string): string {
  return command.replace(/'[^']*'/g, '')
}
