import { createMockService, type MockService } from '@wfhost/mock-server'
import { createContractWorld } from '../../src/local/contract-world.ts'
import { checkService } from './check-service.ts'
import { type AnswerKind, answerKinds, onKind } from './operators/answer-kinds.ts'
import { applyOperator, operators as names, type Operation, pathsOf } from './operators/apply-operator.ts'
import { headerOperations } from './operators/header-operations.ts'
import { whyLegal } from './operators/why-legal.ts'
import type { CaseResult, SelfTest, SelfTestCase } from './self-test.ts'

/** Operators applied to every part of recorded answers: what is legal fails no check, and what is not fails one. */
export const operators: SelfTest = {
  id: 'operators',
  statement: 'what mutation operators change in recorded responses is detected, unless it is legal',
  listCases: async () => [...(await Promise.all(answerKinds.map(casesOf))).flat(), ...headerCases()],
}

async function casesOf(kind: AnswerKind): Promise<SelfTestCase[]> {
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
      const { report } = await checkService(change(createMockService(createContractWorld())), { only: checks })
      const others = report.checks.filter(({ verdict }) => verdict !== 'pass')
      const found = others.filter(({ message, verdict }) => verdict === 'fail' && message.startsWith('expected '))
      if (legal === undefined) return killed(found.length > 0)
      const problems = others.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
      return { shows: problems.length === 0 ? 'legal and left alone' : 'false alarm', problems }
    },
  }
}

function killed(found: boolean): CaseResult {
  return found ? { shows: 'killed', problems: [] } : { shows: 'survived', problems: ['no check fails'] }
}

/** The longest answer of a kind that the reference server gives to a check. */
async function record(kind: AnswerKind): Promise<unknown> {
  const bodies: string[] = []
  const spy = onKind(kind, ({ text }) => {
    bodies.push(text)
    return {}
  })
  await checkService(spy(createMockService(createContractWorld())), { only: [kind.recordedBy] })
  const [longest] = bodies.toSorted((a, b) => b.length - a.length)
  if (longest === undefined) throw new Error(`Cannot record a ${kind.name}: ${kind.recordedBy} gets none`)
  return JSON.parse(longest)
}
