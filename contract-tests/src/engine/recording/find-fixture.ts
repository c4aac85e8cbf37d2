import type { ContractMapping } from '../../contract/contract-schema.ts'
import type { CheckRequest } from '../../target/exchange.ts'
import type { TargetFixtures } from '../../target/target.ts'

/** The parts of a configuration to which requests can be traced. */
interface TracedMembers {
  readonly fixtures: Partial<TargetFixtures>
  readonly contract?: ContractMapping | undefined
}

/**
 * Finds the fixture that a request is made of, by its path in the configuration, such as `fixtures.failing`. A request to run
 * a workflow has its flowId, and one to the registry has its key. Returns undefined if no fixture matches.
 */
export function findFixturePath({ headers, url }: CheckRequest, members: TracedMembers): string | undefined {
  const flowId = /\/flows\/([^/]+)\/published-run$/.exec(new URL(url).pathname)?.[1]
  const identifier = flowId === undefined ? readKey(headers) : decodeURIComponent(flowId)
  if (identifier === undefined) return undefined

  const member = flowId === undefined ? 'key' : 'flowId'
  return listMembers(members).find(({ value }) => identifies(value, { identifier, member }))?.path
}

function readKey({ authorization = '' }: CheckRequest['headers']): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization)?.[1]
}

interface ConfiguredMember {
  readonly path: string
  readonly value: unknown
}

function listMembers({ contract, fixtures }: TracedMembers): ConfiguredMember[] {
  const declared = Object.entries(fixtures).flatMap(([name, value]): ConfiguredMember[] => {
    if (!Array.isArray(value)) return [{ path: `fixtures.${name}`, value }]
    return value.map((item: unknown, index) => ({ path: `fixtures.${name}[${index}]`, value: item }))
  })
  const workflows = Object.entries(contract?.workflows ?? {}).map(([name, value]) => ({
    path: `contract.workflows.${name}`,
    value,
  }))
  const keys = Object.entries(contract?.organizations ?? {}).flatMap(([orgId, organization]) =>
    Object.entries(organization.keys).map(([name, key]) => ({
      path: `contract.organizations.${orgId}.keys.${name}`,
      value: { key },
    })),
  )
  return [...workflows, ...keys, ...declared]
}

/** Returns whether a member has an identifier. Some fixtures, such as `unknownFlowId`, are the flowId itself. */
function identifies(
  value: unknown,
  { identifier, member }: { readonly identifier: string; readonly member: 'flowId' | 'key' },
): boolean {
  return member === 'flowId' && typeof value === 'string' ? value === identifier : Object(value)[member] === identifier
}
