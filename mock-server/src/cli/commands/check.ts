import { createMockService } from '../../core/create-mock-service.ts'
import { openWorld } from '../open-world.ts'
import type { Command } from './command.ts'

/** Reads a world file and makes a service of it, which finds what contradicts itself. */
export const check: Command = {
  name: 'check',
  operand: { name: 'file' },
  help: 'reads a world file and says what is wrong with it',
  run: async (_values, file) => {
    const { profile, seed } = await openWorld(file)
    createMockService(seed, { profile }).stop()
    console.log(`${file} is a world`)
  },
}
