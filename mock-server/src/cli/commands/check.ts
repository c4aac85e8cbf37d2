import { createMockService } from '../../core/create-mock-service.ts'
import { openWorld } from '../open-world.ts'
import type { Command } from './command.ts'

/** Reads a world file and makes a service of it, which finds what contradicts itself. */
export const check: Command = {
  name: 'check',
  operand: { name: 'file' },
  help: 'validates a world file and reports the problems; with --json as {file, valid, problems: [{line, path, message}]}',
  run: async ({ json }, file) => {
    try {
      const { profile, seed } = await openWorld(file)
      createMockService(seed, { profile }).stop()
    } catch (error) {
      if (!json) throw error
      console.log(JSON.stringify({ file, valid: false, problems: problemsOf(error) }))
      process.exitCode = 1
      return
    }
    console.log(json ? JSON.stringify({ file, valid: true, problems: [] }) : `${file} is a world`)
  },
}

/** Those of a world file have a place; that it cannot be read has none. */
function problemsOf(error: unknown): readonly object[] {
  const { message = String(error), problems = [{ message }] } = Object(error)
  return problems
}
