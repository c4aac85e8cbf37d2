import type { OptionGroup } from './option.ts'

/** What is served. */
export const worldOptions = {
  world: { type: 'string', value: 'file', help: 'a world file in YAML or JSON (a built-in sample world)' },
  state: {
    type: 'string',
    value: 'file',
    help: 'where the state survives a restart; it has keys in it, and only its owner can read it (nowhere)',
  },
  assume: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'name=value',
    help: 'another choice, as assumptions lists them; names and amounts may be others; may be repeated',
  },
  workers: {
    type: 'string',
    default: '1',
    value: 'number',
    help: 'spread the worlds below /worlds/ over so many processes by their ids; the first has the world at / (1)',
  },
  engine: {
    type: 'string',
    default: 'reference',
    value: 'reference|prism',
    help: 'prism serves the document alone, and answers as the header Prefer: code=, example=, dynamic= says (reference)',
  },
  guard: { type: 'boolean', default: false, help: 'compare every exchange with the document, by Prism' },
  upstream: { type: 'string', value: 'url', help: 'guard the server at this address, and serve no world' },
} as const satisfies OptionGroup
