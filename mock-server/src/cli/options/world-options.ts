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
    help: 'another choice of those that assumptions lists; may be repeated',
  },
} as const satisfies OptionGroup
