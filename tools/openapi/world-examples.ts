import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { TargetDescription } from '../../contract-tests/src/target/connect-target.ts'
import type { Fixtures } from '../../contract-tests/src/target/target.ts'
import { simplifyForTesters } from './copy-for-testers.ts'
import type { Part } from './tool.ts'

/** A server, and its configuration for the suite. */
export interface World extends Pick<TargetDescription, 'baseUrl' | 'product' | 'registryUrl'> {
  readonly fixtures: Omit<Fixtures, 'consoleSession' | 'manifest' | 'regenerated'>
}

/** A request that is an example in the document. */
export interface Example {
  readonly operation: OperationId
  readonly path: string
  readonly key: string
  readonly body?: unknown
}

const wrongKey = 'no-key-of-anybody'

/** Lists an example of each response that one request can show, with the keys, names and addresses of a world. */
export function examplesOf({ baseUrl, fixtures, product = 'wfhost', registryUrl = baseUrl }: World): readonly Example[] {
  const { archived, echo, execute, executeFailing, failing, nothingPublished, organization, registry, slow, typed } = fixtures
  const [runs, tools] = [baseUrl, registryUrl].map((url) => new URL(url).pathname.replace(/\/$/, ''))
  const { mistyped, required, validArguments: valid } = typed
  const given = { string: 'a', number: 1.5, boolean: true, object: { b: null }, array: [1, 'c'] }
  const every = Object.entries(given).map(([type, value]) => [echo.parameters[type as keyof typeof given], value])
  const manifest = { operation: 'getPublicManifest', path: `${tools}/v1/public/${product}/manifest` } as const
  const organized = {
    ...({ operation: 'getOrganizationManifest', key: organization.key ?? registry.key } as const),
    path: `${tools}/v1/orgs/${organization.orgId}/${product}/manifest`,
  }
  const executed = { operation: 'executeTool', path: `${tools}/v1/public/${product}/execute`, key: registry.key } as const

  function run({ flowId, key }: { readonly flowId: string; readonly key: string }, values: object, mode = 'sync'): Example {
    const args = Object.entries(values).map(([name, value]) => ({ name, value }))
    const path = `${runs}/api/v2/external/flows/${flowId}/published-run`
    return { operation: 'runPublishedWorkflow', path, key, body: { args, mode } }
  }

  return [
    run(typed, valid),
    run(slow, {}, 'async'),
    run(echo, Object.fromEntries(every)),
    run(echo, {}),
    run(failing, {}),
    run(typed, Object.fromEntries(Object.entries(valid).filter(([name]) => name !== required))),
    run(typed, { ...valid, [mistyped.name]: mistyped.value }),
    run({ ...typed, key: wrongKey }, valid),
    run({ ...typed, key: fixtures.secondWorkflow.key }, valid),
    ...[fixtures.unknownFlowId, fixtures.unpublishedFlowId].map((flowId) => run({ ...typed, flowId }, valid)),
    run(archived, valid),
    ...[registry.key, nothingPublished.key, wrongKey].map((key) => ({ ...manifest, key })),
    organized,
    { ...organized, key: wrongKey },
    { ...executed, body: execute.payload },
    { ...executed, body: executeFailing },
    { ...executed, body: execute.payload, key: wrongKey },
  ]
}

/**
 * Writes the document with these examples, and with the responses of a server without a defect. The tools send one request for
 * each path and method, and know one response to it. There are therefore as many documents as examples of one path, and the
 * name of each operation has the number of its example.
 *
 * @throws {Error} if a server does not accept a key.
 */
export async function documentsOf(world: World): Promise<readonly Part[]> {
  const { components, openapi, paths } = simplifyForTesters()
  const operations: readonly Part[] = Object.values<Part>(paths).map((item) => item['get'] ?? item['post'])
  const documents: Part[] = []
  for (const [index, { body, key, operation, path }] of examplesOf(world).entries()) {
    const { requestBody, responses }: Part = operations.find(({ operationId }) => operationId === operation) ?? {}
    const answer = await fetch(new URL(path, world.baseUrl), {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if ((answer.status === 401) !== (key === wrongKey))
      throw new Error(`Cannot record ${path}: it was answered with ${answer.status}`)
    const { [answer.status]: documented = responses['200'] } = responses
    const response: Part = documented.$ref ? components.responses[documented.$ref.split('/').at(-1)] : documented
    const example = readable(await answer.text())
    // A world may choose where the source document is silent, so its document has no schema of these parts.
    const isOurs = validateResponse(operation, { status: answer.status, headers: answer.headers, body: example }).length === 0
    const media = { ...(isOurs ? { schema: schemaOf(response) } : {}), example }
    const content = { [answer.headers.get('content-type') ?? '']: media }
    const asked =
      body === undefined
        ? {}
        : { requestBody: { content: { 'application/json': { schema: schemaOf(requestBody), example: body } } } }
    const other = documents.find((each) => each['paths'][path] === undefined)
    const document: Part = other ?? { openapi, info: { title: 'A world', version: '1' }, components, paths: {} }
    if (other === undefined) documents.push(document)
    document['paths'][path] = {
      [body === undefined ? 'get' : 'post']: {
        ...{ summary: `example-${index}`, ...asked },
        responses: { [answer.status]: { description: response['description'], content } },
      },
    }
  }
  return documents
}

/** Finds the example of an operation by its name. */
export function exampleNamed(name: string, examples: readonly Example[]): Example {
  const example = examples[Number(/example-(\d+)/.exec(name)?.[1])]
  if (example === undefined) throw new Error(`Cannot tell which example is meant by ${name}`)
  return example
}

function schemaOf(part: Part): Part {
  return part['content']['application/json'].schema
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
