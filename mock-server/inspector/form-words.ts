/**
 * The message of the server in the words of a form: its fields have the names of the members, and neither the operation nor the
 * object around them stands on the page.
 */
export function inWordsOfForm(message: string): string {
  return message.replace(/^Cannot call \w+: /, '').replace(/^rateLimit\.(?=\w)/, '')
}
