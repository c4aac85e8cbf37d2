import type { MockService } from '@wfhost/mock-server'
import { checks as allChecks } from '../../src/engine/checks.ts'
import { checkChanged } from '../contract-server.ts'
import { onResponse } from '../mutants/mutant.ts'
import type { CaseResult, SelfTest, SelfTestCase } from '../self-test.ts'
import {
  applyOperator,
  operators as names,
  type Operation,
  type Operator,
  onKind,
  pathsOf,
  type ResponseKind,
  responseKinds,
  whyLegal,
} from './response-operators.ts'

// An operator changes every response in the same way, so checks with concurrent requests find nothing more.
const oneByOne = allChecks.filter(({ id }) => !id.endsWith('.parallel'))

// The list of legal changes is for a known body, without generated values.
const noValues = { seed: 1, sets: 0 }

/** Applies operators to every part of recorded responses. Legal changes fail no check. Every other change fails a check. */
export const operators: SelfTest = {
  id: 'operators',
  statement: 'each change of a recorded response by a mutation operator is detected, unless it is legal',
  concurrency: 4,
  parts: 4,
  listCases: async () => [...(await Promise.all(responseKinds.map(casesOf))).flat(), ...headerCases()],
}

async function casesOf(kind: ResponseKind): Promise<SelfTestCase[]> {
  const recorded = await record(kind)
  const operations = pathsOf(recorded).flatMap((path) => names.map((operator): Operation => ({ operator, path })))
  return operations
    .filter((operation) => JSON.stringify(applyOperator(recorded, operation)) !== JSON.stringify(recorded))
    .map((operation) => {
      const path = operation.path.join('/')
      return changedCase({
        name: `${operation.operator} ${path || 'all members'} of a ${kind.name}`,
        legal: whyLegal(kind.name, { operator: operation.operator, path }),
        checks: kind.checks,
        change: onKind(kind, (_given, body) => ({ text: JSON.stringify(applyOperator(body, operation)) })),
      })
    })
}

function headerCases(): SelfTestCase[] {
  return headerOperations.map(({ change, header, legal, operator }) =>
    changedCase({ name: `${operator} the header ${header} of a 429`, legal, checks: ['limit-retry-after', 'limit-429'], change }),
  )
}

interface Changed {
  readonly name: string
  readonly legal: string | undefined
  readonly checks: readonly string[]
  readonly change: (service: MockService) => MockService
}

function changedCase({ change, checks, legal, name }: Changed): SelfTestCase {
  return {
    name: legal === undefined ? name : `${name}, since ${legal}`,
    run: async () => {
      const { report } = await checkChanged(change, { only: checks, values: noValues }, oneByOne)
      const others = report.checks.filter(({ verdict }) => verdict !== 'pass')
      const found = others.filter(({ message, verdict }) => verdict === 'fail' && message.startsWith('expected '))
      if (legal === undefined) return killed(found.length > 0)
      // A check may warn of behaviour that the document allows.
      const blamed = others.filter(({ verdict }) => verdict !== 'warn')
      const problems = blamed.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
      return { shows: problems.length === 0 ? 'legal and left alone' : 'false alarm', problems }
    },
  }
}

function killed(found: boolean): CaseResult {
  return found ? { shows: 'killed', problems: [] } : { shows: 'survived', problems: ['no check fails'] }
}

/** Returns the response of a kind with the most parts that the reference server sends to a check. */
async function record(kind: ResponseKind): Promise<unknown> {
  const bodies: string[] = []
  const spy = onKind(kind, ({ text }) => {
    bodies.push(text)
    return {}
  })
  await checkChanged(spy, { only: [kind.recordedBy], values: noValues })
  // A very long response repeats the parts of a shorter response, so responses of 1500 characters and more are left out.
  const recorded: unknown[] = bodies.filter(({ length }) => length < 1500).map((body) => JSON.parse(body))
  const [largest] = recorded.toSorted((a, b) => pathsOf(b).length - pathsOf(a).length)
  if (largest === undefined) throw new Error(`Cannot record a ${kind.name}: ${kind.recordedBy} gets none`)
  return largest
}

/** An operator on a header of a 429. */
export interface HeaderOperation {
  readonly operator: Operator
  readonly header: string
  /** The reason why the response is still legal, or undefined if it is not legal. */
  readonly legal: string | undefined
  readonly change: (service: MockService) => MockService
}

const edits = {
  drop: (headers, name) => headers.delete(name),
  rename: (headers, name) => {
    headers.set(`x-${name}`, headers.get(name) ?? '')
    headers.delete(name)
  },
  retype: (headers, name) => headers.set(name, 'text'),
  empty: (headers, name) => headers.set(name, ''),
  // RFC 9110, section 5.3: only a field that is a list is sent more than once.
  duplicate: (headers, name) => headers.append(name, headers.get(name) ?? ''),
} as const satisfies Partial<Record<Operator, (headers: Headers, name: string) => void>>

const legalHeaders = new Map([['content-type', 'no document shows the body of a 429']])

/** Every operator on every header that a 429 of the reference server has. */
const headerOperations: readonly HeaderOperation[] = ['retry-after', 'content-type'].flatMap((header) =>
  Object.entries(edits).map(([operator, edit]) => ({
    operator: operator as keyof typeof edits,
    header,
    legal: legalHeaders.get(header),
    change: onResponse(['run'], (response) => {
      if (response.status !== 429) return undefined
      const headers = new Headers(response.headers)
      edit(headers, header)
      return { headers }
    }),
  })),
)
