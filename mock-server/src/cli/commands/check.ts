import { createMockService } from '../../core/create-mock-service.ts'
import { openWorld } from '../open-world.ts'
import type { Command } from './command.ts'

/** Reads a world file and creates a service from it, to find all its mistakes. */
export const check: Command = {
  name: 'check',
  operand: { name: 'file' },
  options: [],
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

/** Problems of a world file have a line and a path; a file that cannot be read has neither. */
function problemsOf(error: unknown): readonly object[] {
  const { message = String(error), problems = [{ message }] } = Object(error)
  return problems
}
