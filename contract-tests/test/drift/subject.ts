import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createAjv } from '../../../openapi/generate/compile-validators.ts'
import { type JsonObject, listOperations } from '../../../openapi/generate/document.ts'
import { generateValidators } from '../../../openapi/generate/generate-validators.ts'
import { createSimplify } from '../../../openapi/generate/simplify-schema.ts'

/** The checks that compare the document with another part of the project. */
export const checkNames = [
  'generator',
  'operation table',
  'client responses',
  'client requests',
  'client parameters',
  'client against Prism',
  'server responses',
  'server requests',
  'server credentials',
  'Prism responses',
  'Prism requests',
  'register',
  'examples',
] as const

export type CheckName = (typeof checkNames)[number]

/** An API document with its compiled validators, or with the reason why it does not compile. */
export interface DriftSubject {
  readonly document: JsonObject
  readonly validators: Validators | undefined
  readonly failure: string | undefined
  /** The operations as Prism reads them; rejects when it cannot. */
  readonly readByPrism: () => Promise<PrismOperations>
}

/** The operations of a document as Prism has them. */
export type PrismOperations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Compares an API document with another part of the project, and lists the differences. */
export interface DriftCheck {
  readonly name: CheckName
  readonly find: (subject: DriftSubject) => readonly string[] | Promise<readonly string[]>
}

export async function readSubject(document: JsonObject): Promise<DriftSubject> {
  let read: Promise<PrismOperations> | undefined
  const readByPrism = (): Promise<PrismOperations> => {
    // Prism dereferences the document in place.
    read ??= getHttpOperationsFromSpec(structuredClone(document))
    return read
  }
  try {
    return { document, readByPrism, validators: await compileDocument(document), failure: undefined }
  } catch (error) {
    return { document, readByPrism, validators: undefined, failure: String(error) }
  }
}

/** Returns the findings of a check. A document that the check cannot read is also a finding. */
export async function findingsOf(check: DriftCheck, subject: DriftSubject): Promise<readonly string[]> {
  try {
    return await check.find(subject)
  } catch (error) {
    return [String(error)]
  }
}

/** Returns whether a value is valid. */
export type IsValid = (value: unknown) => boolean

/** The validators of a document: the generated validators, and the validators of its parameters. */
export interface Validators {
  readonly requestBodies: ReadonlyMap<string, IsValid>
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, IsValid>>
  readonly responses: ReadonlyMap<string, ReadonlyMap<number, ResponseValidators>>
}

interface ResponseValidators {
  readonly body: IsValid
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly validate: IsValid }[]
}

/** Compiles a document as `npm run generate` does, and loads the code without writing it. */
async function compileDocument(document: JsonObject): Promise<Validators> {
  const code = await generateValidators(document)
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  // The generated code exports these tables.
  return { ...(module as Omit<Validators, 'parameters'>), parameters: compileParameters(document) }
}

function compileParameters(document: JsonObject): Validators['parameters'] {
  const ajv = createAjv()
  const simplify = createSimplify(document)
  const compiled = listOperations(document).map(({ operationId, parameters }) => {
    const own = parameters.map(({ name, schema }) => [String(name), ajv.compile(simplify(schema))] as const)
    return [operationId, new Map<string, IsValid>(own)] as const
  })
  return new Map(compiled)
}

export interface JudgedResponse {
  readonly operationId: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export function allowsResponse({ responses }: Validators, { body, headers, operationId, status }: JudgedResponse): boolean {
  const documented = responses.get(operationId)?.get(status)
  if (documented === undefined) return false
  const headersFit = documented.headers.every(({ name, required, validate }) => {
    const value = headers.get(name)
    return value === null ? !required : validate(value)
  })
  return headersFit && documented.body(body)
}
