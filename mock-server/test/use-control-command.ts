import { createMockHost, createSampleWorld, type MockHost } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { runCommandLine } from '../src/cli/run-command.ts'

/** A server for the tests of a file, and the command `wfhost-mock ctl` that controls it. */
export interface ControlCommand {
  readonly host: MockHost
  readonly server: Listening
  /** The lines that the current command has printed so far. */
  readonly printed: readonly string[]
  /** Runs `wfhost-mock ctl` with the words of a line. Returns what it prints, on both streams. */
  readonly control: (line: string) => Promise<string[]>
}

/** Starts a server with the sample world, and ends it after the tests of the file. */
export async function useControlCommand(): Promise<ControlCommand> {
  const host = createMockHost(createSampleWorld)
  const server = await listen(host)
  const printed: string[] = []
  afterAll(() => server.close())

  beforeEach(() => {
    for (const name of ['log', 'error'] as const) {
      vi.spyOn(console, name).mockImplementation((line) => void printed.push(String(line)))
    }
    vi.stubEnv('WFHOST_MOCK_URL', server.url)
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    process.exitCode = undefined
  })

  async function control(line: string): Promise<string[]> {
    printed.length = 0
    await runCommandLine(['ctl', ...line.split(' ')], (text) => printed.push(text))
    return [...printed]
  }

  return { host, server, printed, control }
}
