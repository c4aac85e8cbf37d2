import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'
import { readJson } from '../json.ts'

const maxMessageCharacters = 300

/** Returns the first line of the message of an error body in any format. The caller has removed all keys from the body. */
export function findMessage(body: string): string {
  const { detail, error, message } = Object(readJson(body))
  const candidates: readonly unknown[] = [message, detail, error, Object(error).message, body]
  const text: unknown = candidates.find((candidate) => typeof candidate === 'string')
  const [firstLine = ''] = String(text).trim().split('\n')
  return excerpt(withoutSecrets(firstLine), maxMessageCharacters)
}
