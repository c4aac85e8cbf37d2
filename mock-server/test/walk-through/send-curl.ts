import { STATUS_CODES } from 'node:http'

/** Does by fetch what a `curl` command of the README does, and returns what that would print. */
export async function sendCurl(command: string): Promise<string> {
  const [program, ...words] = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
  if (program !== 'curl') throw new SyntaxError(`Cannot send "${command}": expected curl`)
  const headers = new Headers()
  let [url, method, body, shown]: (string | undefined)[] = []
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue
    if (word === '-i') shown = word
    else if (word === '-X') method = words.shift()
    else if (word === '-d') body = words.shift()
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/)
      headers.set(name, value)
    } else if (word.startsWith('http:')) url = word
    else throw new SyntaxError(`Cannot send "${command}": ${word} is not known here`)
  }
  const response = await fetch(url ?? '', {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body ?? null,
  })
  const text = await response.text()
  if (shown === undefined) return text
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...Array.from(response.headers, (pair) => pair.join(': ')),
  ]
  return `${head.join('\n')}\n\n${text}`
}
