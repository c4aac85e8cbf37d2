import { OutputError } from '@wfhost/internal/standard-output'
import { createMarks } from '@wfhost/internal/terminal-text'
import { waitWithProgress } from '@wfhost/internal/wait-visibly'
import { toLine } from '../batch-file/record-lines.ts'
import { createRegistryClient, createWorkflowClient, type Manifest, type Run, responseOf, type WorkflowClient } from '../index.ts'
import type { BatchFlags } from './batch-command.ts'
import { type CallFlags, keyOf, sessionOf, toCallOptions, toClientOptions } from './create-clients.ts'
import { EXIT, UsageError } from './explain-error.ts'
import type { RedactedIo } from './io.ts'
import { type ArgumentFlags, type PayloadFlags, readArguments, readPayload, type ToolNames } from './json-input.ts'
import type { ProgressView } from './progress.ts'
import { runBatch } from './run-batch.ts'
import type { StyledText } from './styled-text.ts'

/** Runs `wfhost run`: runs a workflow and prints its result. */
export async function runWorkflow(flowId: string, flags: ArgumentFlags & CallFlags, io: RedactedIo): Promise<number> {
  const client = await clientFor(flowId, flags, io)
  const args = await readArguments(flags, io)
  showTitle(`run ${flowId}`, flags, io)
  const run = await waitWithProgress(client.run(flowId, args, toCallOptions(flags, io)), io)
  print(io, () => (flags.json ? [toLine(run)] : formatRun(run, createMarks(io.environment))))
  return run.status === 'success' ? EXIT.success : EXIT.failedRun
}

/** Runs `wfhost start`: starts a workflow and prints its run ID, or the body of a response without one. */
export async function startWorkflow(flowId: string, flags: ArgumentFlags & CallFlags, io: RedactedIo): Promise<number> {
  const client = await clientFor(flowId, flags, io)
  const args = await readArguments(flags, io)
  showTitle(`start ${flowId}`, flags, io)
  const started = await waitWithProgress(client.start(flowId, args, toCallOptions(flags, io)), io)
  const { runId } = started
  const body = responseOf(started)?.fields
  print(io, () => (flags.json ? [toLine({ runId, body })] : formatStarted(runId, body)))
  return EXIT.success
}

export interface ManifestFlags extends CallFlags {
  readonly org?: string | undefined
  readonly sessionCookie?: string | undefined
}

/** Runs `wfhost manifest`: prints the tool sets that the key can use, or those of an organization. */
export async function printManifest(flags: ManifestFlags, io: RedactedIo): Promise<number> {
  showTitle('manifest', flags, io)
  const manifest = await requestManifest(flags, io)
  print(io, () => (flags.json ? [toLine(manifest)] : formatManifest(manifest)))
  return EXIT.success
}

/** Requests the manifest of the key, or of the organization of `--org`. */
export async function requestManifest({ org, sessionCookie, ...flags }: ManifestFlags, io: RedactedIo): Promise<Manifest> {
  const clientOptions = await toClientOptions(flags, io)
  const callOptions = toCallOptions(flags, io)

  if (org === undefined) {
    if (sessionCookie !== undefined)
      throw new UsageError('--session-cookie needs --org: only the manifest of an organization takes a session')
    return waitWithProgress(createRegistryClient(clientOptions).manifest(callOptions), io)
  }

  const registry = createRegistryClient({ ...clientOptions, session: sessionOf(sessionCookie, io) })
  return waitWithProgress(registry.organizationManifest(org, callOptions), io)
}

/** Runs `wfhost execute`: executes a tool and prints its result. */
export async function executeTool(names: ToolNames, flags: CallFlags & PayloadFlags, io: RedactedIo): Promise<number> {
  const registry = createRegistryClient(await toClientOptions(flags, io))
  const payload = await readPayload(names, flags, io)
  const words = ['execute', names.toolset, names.tool].filter((word) => word !== undefined)
  showTitle(words.join(' '), flags, io)
  const execution = await waitWithProgress(registry.execute(payload, toCallOptions(flags, io)), io)
  print(io, () => [flags.json ? toLine(execution) : `${formatValue(execution)}\n`])
  return execution.status === 'failed' ? EXIT.failedRun : EXIT.success
}

/** Runs `wfhost batch` with a client whose log does not disturb the bar of progress. */
export async function runBatchCommand(flowId: string, flags: BatchFlags & CallFlags, io: RedactedIo): Promise<number> {
  // The view is opened after the client was created, and a log line of the client must clear its bar.
  let view: ProgressView | undefined
  const clearBar = () => view?.clear()
  const onProgressView = (openedView: ProgressView) => {
    view = openedView
  }

  const client = { ...(await toClientOptions(flags, io, clearBar)), apiKey: keyOf(flowId, io) }
  return runBatch(flowId, flags, { io, client, onProgressView })
}

/** The part of `@wfhost/queue` that this command uses. The command works without that package and its 15 dependencies. */
interface QueueModule {
  readonly runQueueCommand: (line: readonly string[], io: Pick<RedactedIo, 'out' | 'err' | 'stop'>) => Promise<number>
}

/** The type is `string`, because a bundler and a compiler do not follow an import whose name can be any text. */
const QUEUE_MODULE: string = '@wfhost/queue/command'

/** Runs `wfhost queue` with the package `@wfhost/queue`, if that is installed. */
export async function runQueue(line: readonly string[], io: RedactedIo): Promise<number> {
  const { runQueueCommand }: QueueModule = await import(QUEUE_MODULE).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.message.includes('@wfhost/queue')
    if (!isMissing) throw error
    throw new UsageError('wfhost queue needs the package @wfhost/queue; install it beside @wfhost/sdk')
  })
  return runQueueCommand(line, io)
}

async function clientFor(flowId: string, flags: CallFlags, io: RedactedIo): Promise<WorkflowClient> {
  return createWorkflowClient({ ...(await toClientOptions(flags, io)), apiKey: keyOf(flowId, io) })
}

/** Prints what a command does, for a person who reads its result. */
function showTitle(text: string, { dryRun, json }: CallFlags, io: RedactedIo): void {
  if (!dryRun && !json) io.printTitle(text)
}

/** Prints a response. If it is nested too deeply or too long for a text, the error says that the call has succeeded. */
function print(io: RedactedIo, format: () => readonly StyledText[]): void {
  try {
    io.outStyled(format())
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new OutputError(`the service responded, and its response cannot be printed: ${error.message}`)
  }
}

/**
 * Formats a run for people: its status, its steps, and its result or error.
 *
 * @param toMark - Converts the mark of a step, `✓` or `✕`, to one that the terminal can show.
 */
function formatRun(run: Run, toMark: (text: string) => string): StyledText[] {
  const steps = Object.entries(run.stepOutputs).flatMap(([id, step]): StyledText[] => {
    if (step.status === 'success') return ['  ', { text: toMark('✓'), style: 'passed' }, ` ${id}\n`]
    return ['  ', { text: toMark('✕'), style: 'failed' }, ` ${id}  ${step.error.name}: ${step.error.value}\n`]
  })

  if (run.status === 'success') {
    return [{ text: run.status, style: 'passed' }, '\n', ...steps, `\n${formatValue(run.result)}\n`]
  }
  const { name, traceback, value } = run.error
  return [{ text: run.status, style: 'failed' }, '\n', ...steps, `\n${name}: ${value}\n\n${traceback}\n`]
}

function formatStarted(runId: string | undefined, body: unknown): StyledText[] {
  if (runId === undefined) return [`started (no run ID found in ${JSON.stringify(body)})\n`]
  return ['started ', { text: runId, style: 'bold' }, '\n']
}

/** Formats a manifest. Its fields are not documented (MAN-BODY), so a manifest without tool sets is printed unchanged. */
function formatManifest(manifest: Manifest): StyledText[] {
  const { executeUrl, toolsets } = manifest
  if (toolsets === undefined) return [`${formatValue(manifest)}\n`]

  const sets = toolsets.flatMap(({ id, name, tools = [], version }): StyledText[] => {
    const lines = tools.flatMap(({ description, name: tool = '?' }): StyledText[] => {
      return description ? [`    ${tool}  `, { text: description, style: 'faint' }, '\n'] : [`    ${tool}\n`]
    })
    // `wfhost execute` takes the ID.
    const label = id !== undefined && name !== undefined && name !== id ? ` (${name})` : ''
    return ['  ', { text: id ?? name ?? '?', style: 'bold' }, `${label} ${version ?? ''}\n`, ...lines]
  })
  const count = `${toolsets.length} ${toolsets.length === 1 ? 'tool set' : 'tool sets'}`
  return [`${count}, executed at `, { text: executeUrl ?? '?', style: 'address' }, '\n', ...sets]
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
