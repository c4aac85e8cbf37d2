import type { Command } from './command.ts'

/** Prints the JSON Schema of world files, for editors. */
export const schema: Command = {
  name: 'schema',
  options: [],
  help: 'prints the JSON Schema of world files, for editors',
  run: async () => {
    const { createWorldSchema } = await import('../../world-file/create-world-schema.ts')
    console.log(JSON.stringify(createWorldSchema(), null, 2))
  },
}
