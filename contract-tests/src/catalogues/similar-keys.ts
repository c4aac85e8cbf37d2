import type { CatalogueEntry } from './catalogue.ts'
import { replaceCharacter } from './rewrite-text.ts'
import { swapCase } from './similar-identifiers.ts'

/** A wrong key that a server may accept as the valid key, because it compares only a part of it (sections 5.1 and 5.4). */
export interface SimilarKey extends CatalogueEntry {
  /** Continues the words "a key …". */
  readonly description: string
  /** Writes the wrong key. It may be equal to the valid key, for example in the other case if that has no letter. */
  readonly write: (key: string) => string
}

/** Wrong keys that resemble a valid key: longer, shorter, with another last character, or in the other case. */
export const similarKeys: readonly SimilarKey[] = [
  {
    id: 'longer',
    kind: 'length',
    description: 'followed by another character',
    source: 'CWE-187: a comparison of the beginning; JavaScript: token.startsWith(key)',
    write: (key) => `${key}x`,
  },
  {
    id: 'shorter',
    kind: 'length',
    description: 'without its last character',
    source: 'CWE-187: a comparison of the beginning; JavaScript: key.startsWith(token)',
    write: (key) => key.slice(0, -1),
  },
  {
    id: 'last-character',
    kind: 'character',
    description: 'with another last character',
    source: 'CWE-193: a comparison that ends before the last character',
    write: (key) => key.slice(0, -1) + replaceCharacter(key.slice(-1)),
  },
  {
    id: 'case',
    kind: 'character',
    description: 'in the other case',
    source: 'MySQL: utf8mb4_0900_ai_ci ignores case; SQL Server: collations ignore case, by default',
    write: swapCase,
  },
  {
    id: 'word-after',
    kind: 'length',
    description: 'followed by a word',
    source: 'JavaScript: header.split(" ")[1]',
    write: (key) => `${key} x`,
  },
]
