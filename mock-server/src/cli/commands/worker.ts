import { work } from '../workers/work.ts'
import type { Command } from './command.ts'

/** The command of the processes that `serve --workers` starts. */
export const worker: Command = { name: 'worker', internal: true, help: 'serves some of the worlds of another process', run: work }
