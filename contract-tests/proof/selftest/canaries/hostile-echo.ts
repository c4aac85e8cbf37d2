/** A way to write a key. */
interface EchoForm {
  readonly name: string
  readonly write: (key: string) => string
}

/** A place in an answer where a text goes. */
interface EchoPlace {
  readonly name: string
  readonly echo: (text: string) => Response
}

/** What a server may make of a key, knowingly or not. */
export const echoForms: readonly EchoForm[] = [
  { name: 'raw', write: (key) => key },
  { name: 'in base64', write: btoa },
  { name: 'in base64 without padding', write: (key) => btoa(key).replace(/=+$/, '') },
  { name: 'in base64 for URLs', write: (key) => btoa(key).replaceAll('+', '-').replaceAll('/', '_') },
  { name: 'in base64 after a user', write: (key) => btoa(`me:${key}`) },
  { name: 'in base64 of a header', write: (key) => btoa(`Bearer ${key}`) },
  { name: 'escaped in a URL', write: encodeURIComponent },
  {
    name: 'escaped in a URL in small letters',
    write: (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  },
  { name: 'escaped twice in a URL', write: (key) => encodeURIComponent(encodeURIComponent(key)) },
  { name: 'escaped in JSON', write: (key) => JSON.stringify(key).slice(1, -1) },
  { name: 'as code points', write: (key) => [...key].map((character) => `\\u${hex(character, 4)}`).join('') },
  { name: 'in hexadecimal', write: (key) => [...key].map((character) => hex(character, 2)).join('') },
]

/** Where a server may send it back. */
export const echoPlaces: readonly EchoPlace[] = [
  { name: 'in a header', echo: (text) => Response.json({}, { headers: { 'x-echo': text } }) },
  {
    name: 'in the name of a header',
    echo: (text) => Response.json({ text }, { headers: { [`x-${text.replace(/[^\w-]/g, '')}`]: text } }),
  },
  {
    name: 'in the target of a redirect',
    echo: (text) => new Response(null, { status: 302, headers: { location: `/?k=${text}` } }),
  },
  { name: 'in a cookie', echo: (text) => new Response(text, { headers: [['set-cookie', `key=${text}; HttpOnly`]] }) },
  { name: 'in a page', echo: (text) => new Response(`<pre>${text}</pre>`, { status: 500 }) },
  { name: 'in a traceback', echo: (text) => Response.json(failed(text)) },
  { name: 'in the name of a member', echo: (text) => Response.json({ [text]: { [`a ${text}`]: 1 } }) },
  { name: 'where a message is cut', echo: (text) => new Response(`${'.'.repeat(295)}${text}`, { status: 500 }) },
  { name: 'where a body is cut', echo: (text) => new Response(`${'.'.repeat(3995)}${text}`) },
  { name: 'split across chunks', echo: (text) => new Response(inPieces(text)) },
]

function failed(text: string): unknown {
  const error = { name: text, value: `no ${text}`, traceback: `Error: ${text}\n    at ${text}` }
  return { status: 'failed', error, stepOutputs: { [text]: { status: 'failed', error } } }
}

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(`{"echo": ${JSON.stringify(text)}}`)
  return new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3))
      controller.close()
    },
  })
}

function hex(character: string, length: number): string {
  return character.charCodeAt(0).toString(16).padStart(length, '0')
}
