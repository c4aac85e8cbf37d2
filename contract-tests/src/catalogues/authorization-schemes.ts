import type { CatalogueEntry } from './catalogue.ts'
import { toBase64 } from './rewrite-text.ts'

/** An Authorization header with a valid key, but without the scheme Bearer before it (section 5.1). */
export interface WrongScheme extends CatalogueEntry {
  /** Continues the words "its key …". */
  readonly description: string
  /** Writes the header Authorization. */
  readonly write: (key: string) => string
}

/** Headers with another scheme, or without one. */
export const otherSchemes: readonly WrongScheme[] = [
  {
    id: 'basic',
    kind: 'plain',
    description: 'after Basic',
    source: 'JavaScript: header.split(" ")[1]',
    write: (key) => `Basic ${key}`,
  },
  {
    // ApiKey is as long as Bearer.
    id: 'same-length',
    kind: 'length',
    description: 'after ApiKey',
    source: 'JavaScript: header.slice(7)',
    write: (key) => `ApiKey ${key}`,
  },
  {
    id: 'basic-user',
    kind: 'encoded',
    description: 'as the user of Basic',
    source: 'RFC 7617, section 2: a user name with an empty password',
    write: (key) => `Basic ${toBase64(`${key}:`)}`,
  },
  {
    id: 'token',
    kind: 'plain',
    description: 'after Token',
    source: 'Django REST framework: TokenAuthentication has the keyword Token',
    write: (key) => `Token ${key}`,
  },
  {
    id: 'none',
    kind: 'plain',
    description: 'after no scheme',
    source: 'JavaScript: header.replace("Bearer ", "")',
    write: (key) => key,
  },
]

/** Headers with a scheme whose name only contains the word Bearer. */
export const similarSchemes: readonly WrongScheme[] = [
  {
    id: 'word-before',
    kind: 'before',
    description: 'after NotBearer',
    source: 'JavaScript: header.split("Bearer ")[1]',
    write: (key) => `NotBearer ${key}`,
  },
  {
    id: 'letter-after',
    kind: 'after',
    description: 'after BearerX',
    source: 'JavaScript: header.startsWith("Bearer")',
    write: (key) => `BearerX ${key}`,
  },
  {
    id: 'hyphen-before',
    kind: 'before',
    description: 'after X-Bearer',
    source: 'JavaScript: /\\bBearer (.+)/',
    write: (key) => `X-Bearer ${key}`,
  },
  {
    id: 'colon-after',
    kind: 'after',
    description: 'after Bearer:',
    source: 'Python: re.split(r"\\W+", header)[1]',
    write: (key) => `Bearer: ${key}`,
  },
  {
    id: 'scheme-before',
    kind: 'before',
    description: 'after Basic Bearer',
    source: 'JavaScript: header.split("Bearer ")[1]',
    write: (key) => `Basic Bearer ${key}`,
  },
  {
    id: 'no-space',
    kind: 'joined',
    description: 'after Bearer without a space',
    source: 'Python: header.removeprefix("Bearer").strip()',
    write: (key) => `Bearer${key}`,
  },
]
