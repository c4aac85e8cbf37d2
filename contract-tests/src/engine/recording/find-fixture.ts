import { isDeepStrictEqual } from 'node:util'
import type { ContractMapping } from '../../contract/contract-schema.ts'
import { parseJson } from '../../parse-json.ts'
import { completeFixtures } from '../../target/create-target.ts'
import type { CheckRequest, Exchange } from '../../target/exchange.ts'
import type { TargetFixtures } from '../../target/target.ts'
import { readPathParameter } from '../operation-of-path.ts'

/** The parts of a configuration to which requests can be traced. */
export interface TracedMembers {
  readonly fixtures: Partial<TargetFixtures>
  readonly contract?: ContractMapping | undefined
}

/**
 * Traces the requests of one check to the members of the configuration that they are made of. Several fixtures may have the
 * same workflow or key. The tracer then prefers the fixtures that the check has read.
 */
export class FixtureTracer {
  readonly #members: readonly TracedMember[]
  readonly #session: TargetFixtures['consoleSession'] | undefined
  readonly #readNames = new Set<string>()

  /** Creates a tracer for a check that has read no fixture so far. */
  constructor({ contract, fixtures }: TracedMembers) {
    this.#members = listMembers({ contract, fixtures })
    this.#session = completeFixtures(fixtures).consoleSession
  }

  /** Returns the same fixtures, whose reads are noted. */
  observe(fixtures: TargetFixtures): TargetFixtures {
    return new Proxy(fixtures, {
      get: (target, name) => {
        if (typeof name === 'string') this.#readNames.add(name)
        return Reflect.get(target, name)
      },
    })
  }

  /**
   * Returns the path of the member that decided the response to a request, such as `fixtures.failing`. It has the workflow of a
   * run, the payload of an execution, the organization of a manifest, or the key. Returns undefined if no member matches.
   */
  findPath({ request, status }: Pick<Exchange, 'request' | 'status'>): string | undefined {
    const candidates = listFeatures(request, status, this.#session)
      .map((feature) => this.#members.filter((member) => hasFeature(member, feature)))
      .find((members) => members.length > 0)

    const [best] = (candidates ?? []).toSorted((a, b) => this.#rank(b, request) - this.#rank(a, request))
    return best?.path
  }

  /** Ranks a member by the evidence that the request is made of it: that the check read it counts most. */
  #rank({ name, value }: TracedMember, request: CheckRequest): number {
    const isRead = name !== undefined && this.#readNames.has(name)
    return Number(isRead) * 2 + Number(matchesDetails(value, request))
  }
}

/** Returns the path of the first fixture with the key of a request. Returns undefined if the key belongs to none. */
export function findKeyOwner(headers: CheckRequest['headers'], fixtures: Partial<TargetFixtures>): string | undefined {
  const key = readKey(headers)
  return listMembers({ fixtures }).find(({ value }) => key !== undefined && Object(value).key === key)?.path
}

/** A member of the configuration that requests are made of. */
interface TracedMember {
  readonly path: string
  /** The name of the fixture. Undefined for a member of the contract. */
  readonly name?: string
  readonly value: unknown
}

function listMembers({ contract, fixtures }: TracedMembers): TracedMember[] {
  const declared = Object.entries(fixtures).flatMap(([name, value]): TracedMember[] => {
    if (!Array.isArray(value)) return [{ path: `fixtures.${name}`, name, value }]
    return value.map((item: unknown, index) => ({ path: `fixtures.${name}[${index}]`, name, value: item }))
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

/** A part of a request that identifies a member of the configuration. */
type Feature =
  | { readonly kind: 'flowId' | 'orgId' | 'key'; readonly text: string }
  | { readonly kind: 'payload'; readonly payload: unknown }
  | { readonly kind: 'session' }

/** Lists the features of a request. The feature that decided the response comes first. */
function listFeatures(
  request: CheckRequest,
  status: number,
  session: TargetFixtures['consoleSession'] | undefined,
): readonly Feature[] {
  switch (request.operationId) {
    case 'runPublishedWorkflow':
      return listRunFeatures(request)
    case 'executeTool':
      return listExecutionFeatures(request, status)
    case 'getOrganizationManifest':
      return listOrganizationFeatures(request, status, session)
    default:
      return listKeyFeatures(request)
  }
}

/** The fixture of a workflow has its key, too, so a run needs no feature of its key. */
function listRunFeatures({ url }: CheckRequest): readonly Feature[] {
  const flowId = readPathParameter(new URL(url).pathname, 'flowId')
  return flowId === undefined ? [] : [{ kind: 'flowId', text: flowId }]
}

function listExecutionFeatures(request: CheckRequest, status: number): readonly Feature[] {
  const keyFeatures = listKeyFeatures(request)
  // A response with 401 or 403 is about the key, for any payload.
  if (status === 401 || status === 403) return keyFeatures

  const payload = parseJson(request.body ?? '')
  // A body that is not JSON belongs to no fixture.
  return payload === undefined ? keyFeatures : [{ kind: 'payload', payload }, ...keyFeatures]
}

function listOrganizationFeatures(
  request: CheckRequest,
  status: number,
  session: TargetFixtures['consoleSession'] | undefined,
): readonly Feature[] {
  const hasSession = session !== undefined && request.headers[session.header] === session.value
  if (hasSession) return [{ kind: 'session' }]

  const keyFeatures = listKeyFeatures(request)
  const orgId = readPathParameter(new URL(request.url).pathname, 'orgId')
  // A response with 401 is about the key, for any organization.
  if (orgId === undefined || status === 401) return keyFeatures
  return [{ kind: 'orgId', text: orgId }, ...keyFeatures]
}

function listKeyFeatures({ headers }: CheckRequest): readonly Feature[] {
  const key = readKey(headers)
  return key === undefined ? [] : [{ kind: 'key', text: key }]
}

function readKey({ authorization = '' }: CheckRequest['headers']): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization)?.[1]
}

/** Returns whether a member has a feature. Some fixtures, such as `unknownFlowId` and `executeFailing`, are the feature itself. */
function hasFeature({ name, value }: TracedMember, feature: Feature): boolean {
  switch (feature.kind) {
    case 'session':
      return name === 'organization'
    case 'payload':
      return isDeepStrictEqual(name === 'executeFailing' ? value : Object(value).payload, feature.payload)
    case 'flowId':
      return feature.text === (typeof value === 'string' ? value : Object(value).flowId)
    case 'orgId':
    case 'key':
      return Object(value)[feature.kind] === feature.text
  }
}

/** Returns whether a member also has the details of a request: the arguments of a run, or the organization of a manifest. */
function matchesDetails(value: unknown, { body = '', operationId }: CheckRequest): boolean {
  const { args = {}, orgId, validArguments = args } = Object(value)
  if (operationId !== 'runPublishedWorkflow') return (operationId === 'getOrganizationManifest') === (orgId !== undefined)

  const sent = Object(parseJson(body)).args
  if (!Array.isArray(sent)) return false
  return isDeepStrictEqual(Object.fromEntries(sent.map((argument) => [Object(argument).name, Object(argument).value])), {
    ...validArguments,
  })
}
