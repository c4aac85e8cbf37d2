import { describeType, describeValue, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { DescribeValue } from '@wfhost/internal/schema-problems'

/** A secret, and the name that replaces it in messages. */
export interface NamedSecret {
  readonly name: string
  readonly value: string
}

/**
 * Creates a function that describes found values in messages. It quotes a value only where a name of a list or a number is
 * expected, because any other value may be a key. Known secrets in it are replaced by their names, such as `$ECHO_KEY`.
 */
export function createFoundDescription(secrets: readonly NamedSecret[]): DescribeValue {
  const redact: Redact = (text) => withoutSecrets(secrets.reduce(replaceSecret, text))
  return (value, expected) => (expected === 'type' ? describeType(value) : describeValue(value, redact))
}

function replaceSecret(text: string, { name, value }: NamedSecret): string {
  return value === '' ? text : text.replaceAll(value, () => `$${name}`)
}
