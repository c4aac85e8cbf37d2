import { generateValidators } from '../../../openapi/generate/generate-validators.ts'
import type { JsonObject } from '../../../openapi/generate/json-object.ts'

/** Says whether a value is valid. */
export type IsValid = (value: unknown) => boolean

/** The validators of a document, as the generated file has them. */
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
export async function compileDocument(document: JsonObject): Promise<Validators> {
  const code = await generateValidators(document)
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  // The generated code exports these tables.
  return module as Validators
}

/** An answer to judge. */
export interface AnswerToJudge {
  readonly operationId: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Whether the document allows an answer. */
export function allowsAnswer({ responses }: Validators, { body, headers, operationId, status }: AnswerToJudge): boolean {
  const documented = responses.get(operationId)?.get(status)
  if (documented === undefined) return false
  const headersFit = documented.headers.every(({ name, required, validate }) => {
    const value = headers.get(name)
    return value === null ? !required : validate(value)
  })
  return headersFit && documented.body(body)
}
