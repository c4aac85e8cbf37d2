import { type ClientOptions, createRegistryClient, createWorkflowClient, type Manifest } from '../index.ts'
import { argumentsOf } from './arguments-of.ts'
import { type CommandLine, callOptionsOf, requireTarget } from './command-line.ts'
import { createDryRun } from './dry-run.ts'
import { EXIT } from './exit-code.ts'
import { formatManifest, formatRun, formatValue } from './format-output.ts'
import type { Io } from './io.ts'
import { printTypes } from './print-types.ts'
import { clearBar } from './progress.ts'
import { parseJson, readJsonObject } from './read-json.ts'
import { runBatch } from './run-batch.ts'
import { UsageError } from './usage-error.ts'

/** Performs a command and returns its exit code. */
export async function runCommand(line: CommandLine, io: Io): Promise<number> {
  const { values, command } = line
  const client = clientOptionsOf(line, io)
  const options = { ...callOptionsOf(line), signal: io.stop }
  const print = (value: unknown, shown: string) => io.out(values.json ? `${JSON.stringify(value)}\n` : shown)
  const printManifest = (manifest: Manifest) => {
    print(manifest, formatManifest(manifest))
    return EXIT.success
  }
  switch (command) {
    case 'run': {
      const flowId = requireTarget(line, 'a flowId')
      const run = await createWorkflowClient(client).run(flowId, await argumentsOf(line, io), options)
      print(run, formatRun(run))
      return run.status === 'success' ? EXIT.success : EXIT.failedRun
    }
    case 'start': {
      const flowId = requireTarget(line, 'a flowId')
      const { runId, raw } = await createWorkflowClient(client).start(flowId, await argumentsOf(line, io), options)
      print({ runId, raw }, `started ${runId ?? `(no run ID found in ${JSON.stringify(raw)})`}\n`)
      return EXIT.success
    }
    case 'manifest':
      return printManifest(await createRegistryClient(client).manifest(options))
    case 'org-manifest': {
      const registry = createRegistryClient({ ...client, session: sessionOf(line, io) })
      return printManifest(await registry.organizationManifest(requireTarget(line, 'an organization'), options))
    }
    case 'execute': {
      const registry = createRegistryClient(client)
      const execution = await registry.execute(await payloadOf(line, io), options)
      print(execution, `${formatValue(execution)}\n`)
      return execution.status === 'failed' ? EXIT.failedRun : EXIT.success
    }
    case 'batch':
      return runBatch({ line, io, client })
    case 'types':
      return printTypes(line, io)
    default:
      throw new UsageError('a command is missing')
  }
}

/** Logs go to the error stream: standard output is for the result. */
function clientOptionsOf({ values }: CommandLine, io: Io): ClientOptions {
  const write = (line: string) => {
    clearBar(io)
    io.err(`${line}\n`)
  }
  return {
    fetch: values['dry-run'] ? createDryRun(io) : io.fetch,
    logger: { debug: write, info: write, warn: write },
  }
}

/** The console session, if there is one: it stands in for the key of the organization (ORG-AUTH). */
function sessionOf({ values }: CommandLine, { environment }: Io) {
  const value = environment['WFHOST_CONSOLE_SESSION']
  const cookie = values['session-cookie']
  if (value) return { value, ...(cookie === undefined ? {} : { cookie }) }
  if (cookie === undefined) return undefined
  throw new UsageError('--session-cookie names the cookie of WFHOST_CONSOLE_SESSION, which is not set', 'org-manifest')
}

async function payloadOf({ values }: CommandLine, io: Io): Promise<object> {
  if (values.payload !== undefined && values.args !== undefined) {
    throw new UsageError('--payload and --args both say what is sent: give one of them', 'execute')
  }
  if (values.payload === undefined) return readJsonObject(values.args ?? '-', io)
  const payload = parseJson(values.payload, '--payload')
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload
  throw new UsageError('--payload takes a JSON object', 'execute')
}
