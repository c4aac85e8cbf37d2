import type { CheckResult, RecordedExchange } from '../../../src/engine/conformance-report.ts'

// In what a refused request may differ from its control, besides by one part of it.
const wholeThings: Readonly<Record<string, string>> = {
  'flow-archived: authorization, url': 'another workflow comes with its own key',
  'host-401: authorization, cookie, x-api-key': 'the key moves from its header into others',
  'key-invalid: authorization, cookie, url, x-api-key': 'the key moves from its header into others, and into the query',
}

/** What is wrong with a refusal: that no control in its check differs from it in exactly one thing. */
export function deltaOf({ exchanges, id }: CheckResult, position: number): string[] {
  const refused = exchanges[position]
  const controls = exchanges.slice(0, position).filter(({ status }) => status >= 200 && status <= 299)
  if (refused === undefined || controls.length === 0) return ['no control succeeded before it']
  const deltas = controls.map((control) => partsThatDiffer(refused, control))
  const smallest = deltas.reduce((a, b) => (b.length < a.length ? b : a))
  const name = `${id}: ${smallest.join(', ')}`
  return smallest.length <= 1 || name in wholeThings ? [] : [`it differs from its control in ${smallest.join(' and ')}`]
}

function partsThatDiffer(one: RecordedExchange, other: RecordedExchange): string[] {
  const [a, b] = [partsOf(one), partsOf(other)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).toSorted()
}

function partsOf({ method, requestBody, requestHeaders, url }: RecordedExchange): Readonly<Record<string, string | undefined>> {
  return { ...requestHeaders, method, url, body: requestBody }
}
