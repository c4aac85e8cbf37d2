import { OutputError } from '@wfhost/internal/standard-output'
import { createMarks } from '@wfhost/internal/terminal-text'
import { toLine } from '../batch-file/record-lines.ts'
import { createRegistryClient, createWorkflowClient, type Manifest, type Run, responseOf, type WorkflowClient } from '../index.ts'
import type { BatchFlags } from './batch-command.ts'
import { type CallFlags, keyOf, sessionOf, toCallOptions, toClientOptions } from './create-clients.ts'
import { EXIT, UsageError } from './explain-error.ts'
import type { SafeIo } from './io.ts'
import { type ArgumentFlags, readArguments, readPayload } from './json-input.ts'
import type { ProgressView } from './progress.ts'
import { runBatch } from './run-batch.ts'
import { waitVisibly } from './wait-visibly.ts'

export async function runWorkflow(flowId: string, flags: ArgumentFlags & CallFlags, io: SafeIo): Promise<number> {
  const client = await clientFor(flowId, flags, io)
  const args = await readArguments(flags, io)
  const run = await waitVisibly(client.run(flowId, args, toCallOptions(flags, io)), io)
  print(io, () => (flags.json ? toLine(run) : formatRun(run, createMarks(io.environment))))
  return run.status === 'success' ? EXIT.success : EXIT.failedRun
}

export async function startWorkflow(flowId: string, flags: ArgumentFlags & CallFlags, io: SafeIo): Promise<number> {
  const client = await clientFor(flowId, flags, io)
  const args = await readArguments(flags, io)
  const started = await waitVisibly(client.start(flowId, args, toCallOptions(flags, io)), io)
  const { runId } = started
  const body = responseOf(started)?.fields
  print(io, () => (flags.json ? toLine({ runId, body }) : `started ${runId ?? `(no run ID found in ${JSON.stringify(body)})`}\n`))
  return EXIT.success
}

export async function listManifest(flags: CallFlags, io: SafeIo): Promise<number> {
  const registry = createRegistryClient(await toClientOptions(flags, io))
  const manifest = await waitVisibly(registry.manifest(toCallOptions(flags, io)), io)
  print(io, () => (flags.json ? toLine(manifest) : formatManifest(manifest)))
  return EXIT.success
}

export async function listOrganization(
  organization: string,
  flags: CallFlags & { readonly sessionCookie?: string | undefined },
  io: SafeIo,
): Promise<number> {
  const registry = createRegistryClient({ ...(await toClientOptions(flags, io)), session: sessionOf(flags.sessionCookie, io) })
  const manifest = await waitVisibly(registry.organizationManifest(organization, toCallOptions(flags, io)), io)
  print(io, () => (flags.json ? toLine(manifest) : formatManifest(manifest)))
  return EXIT.success
}

export async function executeTool(
  flags: CallFlags & { readonly payload?: string | undefined; readonly args?: string | undefined },
  io: SafeIo,
): Promise<number> {
  const registry = createRegistryClient(await toClientOptions(flags, io))
  const payload = await readPayload(flags, io)
  const execution = await waitVisibly(registry.execute(payload, toCallOptions(flags, io)), io)
  print(io, () => (flags.json ? toLine(execution) : `${formatValue(execution)}\n`))
  return execution.status === 'failed' ? EXIT.failedRun : EXIT.success
}

export async function runBatchCommand(flowId: string, flags: BatchFlags & CallFlags, io: SafeIo): Promise<number> {
  let view: ProgressView | undefined
  const client = { ...(await toClientOptions(flags, io, () => view?.clear())), apiKey: keyOf(flowId, io) }
  const onProgressView = (opened: ProgressView) => {
    view = opened
  }
  return runBatch(flowId, flags, { io, client, onProgressView })
}

/** The part of `@wfhost/queue` that this command uses. The command works without that package and its 15 dependencies. */
interface QueueModule {
  readonly runQueueCommand: (line: readonly string[], io: Pick<SafeIo, 'out' | 'err' | 'stop'>) => Promise<number>
}

/** A bundler and a compiler do not follow an import whose name is in a variable. */
const COMMAND: string = '@wfhost/queue/command'

export async function runQueue(line: readonly string[], io: SafeIo): Promise<number> {
  const { runQueueCommand }: QueueModule = await import(COMMAND).catch((error: NodeJS.ErrnoException) => {
    if (!error.message.includes('@wfhost/queue')) throw error
    throw new UsageError('wfhost queue needs the package @wfhost/queue; install it beside @wfhost/sdk')
  })
  return runQueueCommand(line, io)
}

async function clientFor(flowId: string, flags: CallFlags, io: SafeIo): Promise<WorkflowClient> {
  return createWorkflowClient({ ...(await toClientOptions(flags, io)), apiKey: keyOf(flowId, io) })
}

/** Prints a response. It can be nested too deeply, or be too long, for a text. The call has succeeded nevertheless. */
function print(io: SafeIo, format: () => string): void {
  try {
    io.out(format())
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new OutputError(`the service responded, and its response cannot be printed: ${error.message}`)
  }
}

/** Formats a run for people. The marks of its steps are those that the terminal can show. */
function formatRun(run: Run, toMark: (text: string) => string): string {
  const steps = Object.entries(run.stepOutputs).map(([id, step]) => {
    const why = step.status === 'failed' ? `  ${step.error.name}: ${step.error.value}` : ''
    return `  ${toMark(step.status === 'success' ? '✓' : '✕')} ${id}${why}\n`
  })
  const ending =
    run.status === 'success' ? formatValue(run.result) : `${run.error.name}: ${run.error.value}\n\n${run.error.traceback}`
  return `${run.status}\n${steps.join('')}\n${ending}\n`
}

/** Formats a manifest. Its fields are not documented (MAN-BODY), so a manifest without tool sets is printed unchanged. */
function formatManifest(manifest: Manifest): string {
  const { executeUrl, toolsets } = manifest
  if (toolsets === undefined) return `${formatValue(manifest)}\n`
  const sets = toolsets.map(({ id, name, tools = [], version }) => {
    const names = tools.map((tool) => `    ${tool.name ?? '?'}${tool.description ? `  ${tool.description}` : ''}\n`)
    return `  ${name ?? id ?? '?'} ${version ?? ''}\n${names.join('')}`
  })
  const count = `${toolsets.length} ${toolsets.length === 1 ? 'tool set' : 'tool sets'}`
  return `${count}, executed at ${executeUrl ?? '?'}\n${sets.join('')}`
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
