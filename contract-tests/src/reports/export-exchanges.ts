import type { CheckResult, ConformanceReport, RecordedExchange, RecordedHookCall } from '../engine/conformance-report.ts'
import { nearlySame } from '../engine/secrets.ts'
import { parseJson } from '../parse-json.ts'

/** The exchanges of a check for other tools. Secrets are variables of them, and a body that was excerpted is not whole. */
export const exportFormats = { har: exportHar, hurl: exportHurl } as const

/** HTTP Archive 1.2, as browsers and proxies import it. */
function exportHar({ startedAt, tool }: ConformanceReport, { exchanges, id }: CheckResult): string {
  const entries = exchanges.map((exchange) => ({
    // When each was sent is not recorded.
    startedDateTime: startedAt,
    time: exchange.durationMs,
    request: {
      ...{ method: exchange.method, url: exchange.url, httpVersion: 'HTTP/1.1', cookies: [] },
      headers: pairs(exchange.requestHeaders),
      queryString: [...new URL(exchange.url).searchParams].map(([name, value]) => ({ name, value })),
      ...{ headersSize: -1, bodySize: -1 },
      ...(exchange.requestBody === undefined
        ? {}
        : { postData: { mimeType: typeOf(exchange.requestHeaders), text: exchange.requestBody } }),
    },
    response: {
      ...{ status: exchange.status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
      headers: pairs(exchange.responseHeaders),
      content: { size: -1, mimeType: typeOf(exchange.responseHeaders), text: exchange.responseBody },
      ...{ redirectURL: exchange.responseHeaders['location'] ?? '', headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
  }))
  return `${JSON.stringify({ log: { version: '1.2', creator: tool, comment: id, entries } }, null, 2)}\n`
}

function pairs(headers: Readonly<Record<string, string>>): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function typeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type'] ?? ''
}

/** A Hurl file, which sends the requests again and expects their statuses: `hurl --variable NAME=… FILE`. */
function exportHurl(_report: ConformanceReport, { exchanges, hookCalls = [], id, statement, verdict }: CheckResult): string {
  const hooks = hookCalls.filter(({ hook }) => hook !== 'creditBalance' && hook !== 'endedRuns')
  const variables = createVariables([...exchanges.map(({ curl }) => unquoted(curl)), ...hooks.map(({ answer }) => answer)])
  const entries = exchanges.flatMap((exchange, index) => [
    ...hooks.filter(({ afterExchanges }) => afterExchanges === index).map((call) => hookComment(call, variables)),
    hurlEntry(exchange, { position: index + 1, variables }),
  ])
  return [
    `# ${id}: ${statement}`,
    ...(verdict === 'fail' ? ['# The statuses are those that came. The check failed: the report says what it expected.'] : []),
    ...[...variables.used].map(([name, word]) => `# --variable ${name}=${word}`),
    '',
    ...entries,
    '',
  ].join('\n')
}

/** Hurl has no hooks: the requests are sent up to one, and then those that come after it. */
function hookComment({ afterExchanges, answer, given, hook }: RecordedHookCall, variables: Variables): string {
  const answers = answer === '' ? '' : `, whose answer is ${variables.replace(answer).replace(/[{}]/g, '')}`
  const apart = afterExchanges === 0 ? '' : `hurl --to-entry ${afterExchanges} before it, `
  return `# hook ${hook} (${given})${answers}: ${apart}call it, hurl --from-entry ${afterExchanges + 1} after it`
}

function hurlEntry(
  { method, requestBody, requestHeaders, status, url }: RecordedExchange,
  { position, variables }: { readonly position: number; readonly variables: Variables },
): string {
  const headers = Object.entries(requestHeaders).filter(([name]) => !/^(user-agent|x-conformance-check)$/.test(name))
  return [
    `# request ${position}`,
    `${method} ${variables.replace(url)}`,
    ...headers.map(([name, value]) => `${name}: ${variables.replace(value).replaceAll('#', '\\#')}`),
    ...(requestBody === undefined ? [] : [hurlBody(requestBody, variables)]),
    `HTTP ${status}`,
    '',
  ].join('\n')
}

/** The form `base64` has no variables, so that braces of the body stay braces. */
function hurlBody(body: string, variables: Variables): string {
  const isPlain = /^\{[^`]*\}$/s.test(body) && !/\{\{|\n/.test(body) && parseJson(body) !== undefined
  return isPlain ? variables.replace(body) : `base64,${Buffer.from(body).toString('base64')};`
}

/** Secrets as variables of Hurl. */
interface Variables {
  /** Puts variables into a text for what stands for secrets there, such as `$NAME` and `${NAME%?}`. */
  readonly replace: (text: string) => string
  /** By the names of those that were put anywhere: what a shell makes each of. */
  readonly used: ReadonlyMap<string, string>
}

/** Takes the names from texts in which nothing else is written like a variable. */
function createVariables(texts: readonly string[]): Variables {
  const names = new Set(texts.flatMap((text) => Array.from(text.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, name = '']) => name)))
  const forms = [...names].flatMap((name) => [
    { name, shown: `$${name}`, word: `"$${name}"` },
    ...nearlySame(name, '').map((form) => ({ ...form, name })),
  ])
  const known = new Map(forms.map((form) => [form.shown, form]))
  const longestFirst = [...known.keys()].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(longestFirst.map((shown) => shown.replace(/[\^$#%?(){}]/g, '\\$&')).join('|') || '(?!)', 'g')
  const used = new Map<string, string>()
  const variables = new Map<string, string>()

  function variableFor(shown: string): string {
    const { name = '', word = '' } = known.get(shown) ?? {}
    let variable = variables.get(shown) ?? name
    if (!variables.has(shown) && shown !== `$${name}`) {
      for (let number = 2; names.has(variable) || used.has(variable); number += 1) variable = `${name}_${number}`
    }
    variables.set(shown, variable)
    used.set(variable, word)
    return `{{${variable}}}`
  }

  return { replace: (text) => text.replace(pattern, variableFor), used }
}

/** What a shell reads of a command outside of single quotes. */
function unquoted(command: string): string {
  return command.replace(/'[^']*'/g, '')
}
