const longest = 4000
const ending = 500

/** A body as a report shows it: the beginning and the end of a long one, and how much is between them. */
export function excerptOf(body: string): string {
  if (body.length <= longest) return body
  const beginning = longest - ending
  return `${body.slice(0, beginning)}… (${body.length - longest} of ${body.length} characters left out) …${body.slice(-ending)}`
}
