/**
 * Rewrites a message of the server for a form. Its fields have the names of the members, and the page does not show the
 * operation or the object around them.
 */
export function inWordsOfForm(message: string): string {
  return message.replace(/^Cannot call \w+: /, '').replace(/^rateLimit\.(?=\w)/, '')
}
