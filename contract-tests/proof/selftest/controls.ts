import { createMockService } from '@wfhost/mock-server'
import { type ConditionalHeaders, conditionalHeaders } from '../../src/catalogues/conditional-headers.ts'
import { credentialPlaces } from '../../src/catalogues/credentials.ts'
import { identityHeaders, organizationPlaces } from '../../src/catalogues/override-places.ts'
import type { CheckResult, RecordedExchange } from '../../src/engine/conformance-report.ts'
import { checkService } from '../contract-server.ts'
import { createContractWorld } from '../contract-world.ts'
import { everywhere, intercept, type MutantResponse, respond } from '../mutants/mutant.ts'
import { type CaseResult, caseResult, type SelfTest, type SelfTestCase } from '../self-test.ts'

/**
 * Verifies that each refused request differs in one part from a precondition, which must succeed. Without a successful
 * precondition, the check is blocked.
 */
export const controls: SelfTest = {
  id: 'controls',
  statement: 'a refusal counts only together with a control that differs from it in one thing',
  concurrency: 4,
  listCases: async () => {
    const { report } = await checkService(createMockService(createContractWorld()))
    return report.checks.filter(({ force }) => force !== 'observe').flatMap(casesOf)
  },
}

/** Runs a check that expects refusals on servers that refuse every request in the same way. */
function casesOf(check: CheckResult): SelfTestCase[] {
  const { exchanges, id } = check
  const refused = [...exchanges.entries()].filter(([, { status }]) => status >= 400)
  const statuses = [...new Set(refused.map(([, { status }]) => status))]
  return [
    ...statuses.map((status) => ({ name: `${id} where everything is ${status}`, run: () => refuseAll(id, status) })),
    ...refused.map(([position]) => ({
      name: `${id}, exchange ${position + 1}`,
      run: async () => caseResult('refused beside a control that differs in one thing', deltaOf(check, position)),
    })),
  ]
}

async function refuseAll(id: string, status: number): Promise<CaseResult> {
  const service = intercept(everywhere, () => refusal(status))(createMockService(createContractWorld()))
  const { report } = await checkService(service, { only: [id] })
  const [check] = report.checks
  // Some checks also require a successful request, and fail without one.
  if (check?.verdict === 'fail') return caseResult('failed by what must succeed', [])
  const problems = check?.verdict === 'blocked' ? [] : [`it is ${check?.verdict ?? 'missing'} without its control`]
  return caseResult('blocked without its control', problems)
}

/** The refusal that every check that expects this status accepts. */
function refusal(status: number): MutantResponse {
  const response = respond(status, { message: 'No published toolsets' })
  response.headers.set('retry-after', '0')
  return response
}

/** The headers that differ if a key moves from its own header into all others that the catalogue lists. */
const headersWithKey = [
  'authorization',
  'cookie',
  ...credentialPlaces.filter(({ kind }) => kind === 'header').map(({ name }) => name),
]

/** The headers that differ if the key is missing and a proxy seems to name the client. */
const identityNames = ['authorization', ...identityHeaders.map(({ name }) => name)].sort().join(', ')

/** The parts that differ if a request also names an organization in every place that the catalogue lists. */
const organizationNames = ['url', 'cookie', ...organizationPlaces.filter(({ kind }) => kind === 'header').map(({ name }) => name)]

// The permitted differences between a refused request and its precondition, besides a difference in one part.
const wholeThings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(conditionalHeaders.flatMap(explainConditionalHeaders)),
  'flow-archived: authorization, url': 'another workflow comes with its own key',
  'flow-archived.not-run: authorization, url': 'another workflow comes with its own key',
  'flow-archived.not-run: authorization, body, url': 'another workflow comes with its own key, here in mode async',
  [`host-401.elsewhere: ${[...headersWithKey].sort().join(', ')}`]: 'the key moves from its header into others',
  'host-401.session: authorization, cookie': 'the session of the console is in its own header, and not in the header of the key',
  'host-401.session: authorization, body, cookie': 'the same in mode async, where the precondition would be another run',
  'key-invalid.hosting: authorization, body': 'a key of the other service, here in mode async',
  'key-invalid.body: authorization, body': 'the key moves from its header into the body',
  [`key-invalid.elsewhere: ${[...headersWithKey, 'url'].sort().join(', ')}`]:
    'the key moves from its header into others, and into the query',
  [`key-invalid.identity: ${identityNames}`]: 'the key is missing, and a proxy seems to name the client',
  [`host-401.identity: ${identityNames}`]: 'the key is missing, and a proxy seems to name the client',
  [`host-key.named: ${[...organizationNames, 'authorization', 'body'].sort().join(', ')}`]:
    'the key belongs to another organization, and all places name the organization of the control',
  [`org-auth: ${[...organizationNames].sort().join(', ')}`]:
    'the path and all other places name the organization to which the key of the control does not belong',
  'key-created: no control': 'it shows that nothing was published before, and it is not a refusal under test',
  'man-empty.stored: authorization, body': 'an unknown tool and a key without published tool sets, which publish nothing',
  'man-version.named: authorization, body': 'a version in the body, and a key that may not publish it',
  'run-endpoint.method: body, content-type, method': 'GET has no body and no header about a body',
  'run-malformed.not-run: authorization, body':
    'a wrong key, here in mode async, where the control would be another run to count',
  'run-async.refused: authorization, body': 'in mode sync it shows that the same run is refused there',
  'run-async.refused: body, url': 'in mode sync it shows that the same run is refused there',
}

/** A condition may change the response to a valid key, so that the control has neither the condition nor its other headers. */
function explainConditionalHeaders({ headers }: ConditionalHeaders): (readonly [name: string, reason: string])[] {
  const names = ['authorization', ...Object.keys(headers)].sort().join(', ')
  const reason = 'the key is missing, and a condition that may not change that is added'

  return [
    [`host-401.conditional: ${names}`, reason],
    [`key-invalid.conditional: ${names}`, reason],
  ]
}

/** Reports a refusal if no control in its check differs from it in exactly one thing. */
function deltaOf({ exchanges, id }: CheckResult, position: number): string[] {
  const refused = exchanges[position]
  const controls = exchanges.slice(0, position).filter(({ status }) => status >= 200 && status <= 299)
  const hasControl = controls.length > 0 || `${id}: no control` in wholeThings
  if (refused === undefined || !hasControl) return ['no control succeeded before it']
  const deltas = controls.map((control) => partsThatDiffer(refused, control))
  const smallest = deltas.toSorted((a, b) => a.length - b.length)[0] ?? []
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
