import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'

const maxReasonCharacters = 300

/** Describes the error of a failed run or execution in one line; undefined for any other body. */
export function describeFailure(body: unknown): string | undefined {
  const { error, status, stepOutputs } = Object(body)
  if (status !== 'failed') return undefined

  const failedStep = Object.entries(Object(stepOutputs)).find(([, output]) => Object(output).status === 'failed')
  const place = failedStep === undefined ? '' : ` at step ${failedStep[0]}`
  const { name, value } = Object(error)
  return excerpt(withoutSecrets(`failed${place} with ${name}: ${value}`), maxReasonCharacters)
}
