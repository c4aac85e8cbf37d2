import { sampleKeys } from '@wfhost/mock-server'
import { document } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

const { execute, run } = {
  execute: document.paths['/v1/public/{product}/execute'].post,
  run: document.paths['/api/v2/external/flows/{flowId}/published-run'].post,
}

const targets = [
  {
    operation: run,
    operationId: 'runPublishedWorkflow',
    path: runPath('support-triage'),
    key: sampleKeys.workflows['support-triage'],
  },
  { operation: execute, operationId: 'executeTool', path: '/v1/public/wfhost/execute', key: sampleKeys.defaultEnvironment },
] as const

const replacements: readonly unknown[] = [null, true, 7, 'x', [], {}]

/**
 * Every example of a request body in the document, and what becomes of it when one of its parts is taken out or has
 * another type. What the document refuses must be refused; for the rest it is enough that all adapters agree.
 */
export const documentCases: readonly ParityCase[] = targets.flatMap(({ key, operation, operationId, path }) => {
  const examples: [string, { readonly value: unknown }][] = Object.entries(
    operation.requestBody.content['application/json'].examples,
  )
  const bodies = new Map<string, string>()
  for (const [name, { value }] of examples) {
    for (const [change, body] of [['as it is', value] as const, ...variants(value, '$')])
      if (!bodies.has(JSON.stringify(body))) bodies.set(JSON.stringify(body), `${operationId} with example ${name}, ${change}`)
  }
  return Array.from(bodies, ([body, name]): ParityCase => {
    const refused = validateRequestBody(operationId, JSON.parse(body)).length > 0
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    return { name, method: 'POST', path, headers, body, ...(refused ? { status: 400 } : {}) }
  })
})

function variants(value: unknown, place: string): (readonly [string, unknown])[] {
  const replaced = replacements
    .filter((replacement) => kindOf(replacement) !== kindOf(value))
    .map((replacement) => [`${place} replaced by ${JSON.stringify(replacement)}`, replacement] as const)
  return [...replaced, ...variantsInside(value, place)]
}

function variantsInside(value: unknown, place: string): (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      [`${place}[${index}] taken out`, value.toSpliced(index, 1)] as const,
      ...variants(item, `${place}[${index}]`).map(([change, other]) => [change, value.with(index, other)] as const),
    ])
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...others } = value as Record<string, unknown>
    return [
      [`${place}.${name} taken out`, others] as const,
      ...variants(member, `${place}.${name}`).map(([change, other]) => [change, { ...value, [name]: other }] as const),
    ]
  })
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
