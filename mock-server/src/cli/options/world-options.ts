import type { OptionGroup } from './option.ts'

/** The options for what is served. */
export const worldOptions = {
  world: { type: 'string', value: 'file', help: 'a world file in YAML or JSON (a built-in sample world)' },
  state: {
    type: 'string',
    value: 'file',
    help: 'keep the state across restarts in this file; it contains keys, and only its owner can read it (not kept)',
  },
  assume: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'name=value',
    help: 'choose differently from the defaults that the command assumptions lists, such as defaultMode=async; may be repeated',
  },
  workers: {
    type: 'string',
    default: '1',
    value: 'number',
    help: 'spread the worlds under /worlds/ over this many processes by id; the first has the world at / (1)',
  },
  engine: {
    type: 'string',
    default: 'reference',
    value: 'reference|prism',
    help: 'prism serves the document alone; the header Prefer: code=, example=, dynamic= selects the response (reference)',
  },
  guard: { type: 'boolean', default: false, help: 'check every exchange against the document with Prism' },
  upstream: { type: 'string', value: 'url', help: 'guard the server at this URL instead of serving a world' },
} as const satisfies OptionGroup
