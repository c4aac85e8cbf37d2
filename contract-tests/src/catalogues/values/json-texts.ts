import { createEntries, type ValueEntry } from './value-entry.ts'

/**
 * A JSON text of 66 kB, as long as the webhooks of some services. It is too long for a database column of 64 kB, but shorter
 * than the default limit of 100 kB that many servers have. No document states a limit.
 */
const webhook = { action: 'opened', title: 'Grüße ☃ \u0000 \\ "', ids: [1, 2.5e10, null], body: 'All of it. '.repeat(6000) }

/** Texts with serialized JSON, and the values that some servers parse from them. */
export const jsonTexts: readonly ValueEntry[] = [
  ...createEntries('object', [
    [
      'webhook',
      JSON.stringify(webhook, null, 2),
      webhook,
      'JavaScript: JSON.parse of a text; MariaDB: TEXT has at most 65,535 characters',
    ],
  ]),
  ...createEntries('list', [['words', '["one", "two"]', ['one', 'two'], 'JavaScript: JSON.parse of a text']]),
  ...createEntries('scalar', [
    ['quoted', '"quoted"', 'quoted', 'JavaScript: JSON.parse of a text'],
    ['number', '12', 12, 'PHP: JSON_NUMERIC_CHECK'],
    ['true', 'true', true, 'JavaScript: JSON.parse of a text; Jackson: ALLOW_COERCION_OF_SCALARS'],
  ]),
]
