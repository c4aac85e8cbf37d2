import type { CheckResult, ConformanceReport, RecordedExchange, RecordedHookCall } from '../engine/conformance-report.ts'

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
function exportHurl(_report: ConformanceReport, { exchanges, hookCalls = [], id, statement }: CheckResult): string {
  const words = new Map<string, string>()
  const hooks = hookCalls.filter(({ hook }) => hook !== 'creditBalance' && hook !== 'endedRuns')
  const entries = exchanges.flatMap((exchange, index) => [
    ...hooks.filter(({ afterExchanges }) => afterExchanges === index).map((call) => hookComment(call, words)),
    hurlEntry(exchange, { position: index + 1, words }),
  ])
  const variables = [...words].map(([name, shell]) => `# --variable ${name}="${inShell(shell)}"`)
  return [`# ${id}: ${statement}`, ...variables, '', ...entries, ''].join('\n')
}

/** Hurl has no hooks: the requests are sent up to one, and then those that come after it. */
function hookComment({ afterExchanges, answer, given, hook }: RecordedHookCall, words: Map<string, string>): string {
  const variable = withVariables(answer, words).replace(/[{}]/g, '')
  const answers = answer === '' ? '' : `, whose answer is ${variable}`
  const apart = afterExchanges === 0 ? '' : `hurl --to-entry ${afterExchanges} before it, `
  return `# hook ${hook} (${given})${answers}: ${apart}call it, hurl --from-entry ${afterExchanges + 1} after it`
}

function inShell(word: string): string {
  return word.replace(/^base64\(\$\{(\w+)\}:\)$/, '$(printf %s: "$$$1" | base64)')
}

function hurlEntry(
  { method, requestBody, requestHeaders, status, url }: RecordedExchange,
  { position, words }: { readonly position: number; readonly words: Map<string, string> },
): string {
  const headers = Object.entries(requestHeaders).filter(([name]) => !/^(user-agent|x-conformance-check)$/.test(name))
  return [
    `# request ${position}`,
    `${method} ${withVariables(url, words)}`,
    ...headers.map(([name, value]) => `${name}: ${withVariables(value.replaceAll('#', '\\#'), words)}`),
    ...(requestBody === undefined ? [] : [hurlBody(requestBody, words)]),
    `HTTP ${status}`,
    '',
  ].join('\n')
}

/** The form `base64` has no variables, so that braces of the body stay braces. */
function hurlBody(body: string, words: Map<string, string>): string {
  const isPlain = /^\{[^`]*\}$/s.test(body) && !/\{\{|\n/.test(body) && isJson(body)
  return isPlain ? withVariables(body, words) : `base64,${Buffer.from(body).toString('base64')};`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** `$NAME` and what the shell makes of it, such as `${NAME%?}`, as variables of Hurl. */
function withVariables(text: string, words: Map<string, string>): string {
  return text.replace(/base64\(\$\{\w+\}:\)|\$\{[A-Z][A-Z0-9_]*[^}]*\}|\$[A-Z][A-Z0-9_]*/g, (shell) => {
    const plain = shell.replace(/\W+/g, '_').replace(/^_+|_+$/g, '')
    const others = [...words.entries()].filter(([name, known]) => name.startsWith(plain) && known !== shell).length
    const found = [...words.entries()].find(([, known]) => known === shell)
    const name = found?.[0] ?? (others === 0 ? plain : `${plain}_${others + 1}`)
    words.set(name, shell)
    return `{{${name}}}`
  })
}
