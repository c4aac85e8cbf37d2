import { spawnSync } from 'node:child_process'

/** What a command of a package printed, and how it ended. */
export interface ToolRun {
  readonly status: number | null
  readonly output: string
}

/** Runs the command of a package in this Node; tools of others are kept from asking their maker for news. */
export function runTool(command: string, args: readonly string[]): ToolRun {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { error, status, stderr, stdout } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env })
  if (error) throw error
  return { status, output: stdout + stderr }
}
