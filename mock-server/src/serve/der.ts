// Distinguished Encoding Rules (ITU-T X.690): each value is a tag, its length, and what it contains.

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const

/** A value with a universal tag. */
export function der(type: keyof typeof tags, ...content: readonly Uint8Array[]): Buffer {
  return tagged(tags[type], ...content)
}

/** A value with a context-specific tag. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes), bytes])
}

/** An object identifier from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der('objectIdentifier', Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A time of the years 1950 to 2049. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14)
  return der('utcTime', Buffer.from(`${digits}Z`))
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function base128(arc: number): number[] {
  const septets = [arc & 0x7f]
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) septets.unshift((rest & 0x7f) | 0x80)
  return septets
}
