import { didYouMean } from '@wfhost/internal/messages'
import type { Redact } from '@wfhost/internal/redacted-text'
import type { Failure, RunResult, StepOutput } from '../../schema/state.ts'
import { orLate } from '../clock/clock.ts'
import type { ToolUse, WorkflowContext } from '../implementation.ts'
import { redactionOf } from '../journal/show-exchange.ts'
import { copyJson, type Json, type JsonObject } from '../json.ts'
import { randomText } from '../random.ts'
import { useTool } from '../registry/use-tool.ts'
import { authenticate, readBearer } from '../requests/authenticate.ts'
import { type Answer, type Call, type PlannedFailure, type Refusal, refuse } from '../requests/plain-exchange.ts'
import { readBody, readRunArguments, readSchemaArguments } from '../requests/read-body.ts'
import type { Workflow, World } from '../world/world.ts'
import { framesOf, toFailure } from './failure.ts'
import type { RunState, StepTrace } from './run-store.ts'

/** Runs a published workflow: 401 before 429 before 404 before 403 before 400 (CHECK-ORDER). */
export async function runPublishedWorkflow(world: World, { failure, number, path, request, staleKeys }: Call): Promise<Answer> {
  const caller =
    (staleKeys ? world.replacedKeys.get(readBearer(request) ?? '') : undefined) ?? authenticate(request, world.workflowKeys)
  const flowId = path.get('flowId') ?? ''
  const { stopping } = world
  const { checkOrder } = world.assumptions
  const subject = { key: caller.key ?? '', workflow: flowId, organization: caller.workspace.id }
  if (checkOrder !== 'limit-last') world.rateLimiter.check(subject)
  const early = checkOrder === 'body-first' ? readBody(request, 'runPublishedWorkflow', redactionOf(world)) : undefined
  const workflow = world.workflows.get(flowId)
  if (workflow?.status !== 'published') throw refuse(404, `No published workflow has this flowId${whyNot(world, flowId)}`)
  if (caller !== workflow) throw refuse(403, 'The API key has no access to this workflow')
  const { args: given, mode = world.assumptions.defaultMode } =
    early ?? readBody(request, 'runPublishedWorkflow', redactionOf(world))
  const args =
    workflow.schema === undefined
      ? readRunArguments(workflow.parameters, { args: given, assumptions: world.assumptions })
      : await readSchemaArguments(workflow.schema, { args: given, assumptions: world.assumptions })
  // The world may have been reset while a schema checked the arguments.
  if (world.stopping !== stopping) stopping.signal.throwIfAborted()
  if (checkOrder === 'limit-last') world.rateLimiter.check(subject)
  const { ended, run } = startRun(world, workflow, { args, mode, request: number, failure })
  return mode === 'async' ? started(run) : finished(world, run, ended)
}

function whyNot({ workflows }: World, flowId: string): string {
  const status = workflows.get(flowId)?.status
  if (status === undefined) return didYouMean(flowId, [...workflows.keys()])
  return status === 'archived' ? '; it is archived' : '; it is not published: wfhost-mock ctl publish, or publishWorkflow in code'
}

function started(run: RunState): Answer {
  return { status: 200, body: { runId: run.runId } }
}

async function finished(world: World, run: RunState, ended: Promise<RunResult>): Promise<Answer> {
  const { clock, assumptions } = world
  const ms = assumptions.syncTimeoutMs
  const late = (): Refusal => refuse(504, `The workflow did not end within ${ms} ms`)
  const result = await (ms === undefined ? ended : orLate(ended, { clock, ms, late }))
  return { status: 200, body: assumptions.runRecord === 'times' ? withTimes(result, run) : result }
}

function withTimes(result: RunResult, { endedAt, runId, startedAt }: RunState): object {
  return { ...result, runId, startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt ?? startedAt).toISOString() }
}

/** Starts a run, which continues whether or not anyone awaits it. */
interface NewRun {
  readonly args: JsonObject
  readonly mode: RunState['mode']
  /** The number of the request in the journal. */
  readonly request: number
  readonly failure: PlannedFailure | undefined
}

function startRun(
  world: World,
  workflow: Workflow,
  { args, failure, mode, request }: NewRun,
): { readonly run: RunState; readonly ended: Promise<RunResult> } {
  const runId = newRunId(world)
  const { flowId } = workflow
  workflow.started += 1
  const trace: StepTrace[] = []
  // Before its first step.
  const startedAt = world.clock.now()
  const ended = performWorkflow(world, workflow, { args, failure, trace }).then((result) => {
    world.runs.end(run, result)
    world.observeRun?.({
      runId,
      flowId,
      mode,
      startedAt,
      endedAt: run.endedAt,
      result: redactFailure(result, redactionOf(world)),
    })
    world.onChange?.()
    return result
  })
  const run = world.runs.start({ runId, flowId, mode, request, startedAt }, { kind: 'running', work: { args, trace }, ended })
  return { run, ended }
}

function newRunId({ assumptions, random }: World): string {
  if (assumptions.runIdType === 'string') return `run_${randomText(random, 12)}`
  return String(Math.floor(random() * Number.MAX_SAFE_INTEGER))
}

/** Runs the implementation of a workflow to its end. Never rejects: an error fails the run. */
async function performWorkflow(
  world: World,
  workflow: Workflow,
  { args, failure, trace }: { readonly args: JsonObject; readonly trace: StepTrace[] } & Pick<Call, 'failure'>,
): Promise<RunResult> {
  const steps = createSteps(world.clock.now, trace)
  const nth = workflow.started
  // Read once: a reset replaces it.
  const { signal } = world.stopping
  const context: WorkflowContext = {
    step: steps.step,
    useTool: (id, use) =>
      steps.step(
        id,
        () => {
          signal.throwIfAborted()
          return useTool(world, workflow.workspace, use)
        },
        use,
      ),
    nth,
    now: world.clock.now,
    random: world.random,
    sleep: (ms) => world.clock.sleep(ms, signal),
    signal,
  }
  try {
    if (failure !== undefined) await failAsPlanned(failure, steps)
    const result = copyJson(await workflow.implementation(args, context), 'result')
    return { status: 'success', result, stepOutputs: steps.outputs() }
  } catch (thrown) {
    const passed = [...steps.passedThrough(thrown).map((id) => `    at step ${id}`), `    at workflow ${workflow.flowId}`]
    return failedRun(toFailure(thrown), { trace: [...framesOf(thrown), ...passed], steps: steps.outputs() })
  }
}

/** Throws the error of a fault, in the step that it names. */
async function failAsPlanned({ name, step, value }: PlannedFailure, steps: Steps): Promise<never> {
  const thrown = { name, message: value }
  if (step === undefined) throw thrown
  return steps.step(step, () => {
    throw thrown
  })
}

export function failedRun(failure: Failure, { trace = [], steps = {} }: FailedAt = {}): RunResult {
  const traceback = [`${failure.name}: ${failure.value}`, ...trace].join('\n')
  return { status: 'failed', error: { ...failure, traceback }, stepOutputs: steps }
}

interface FailedAt {
  readonly trace?: readonly string[]
  readonly steps?: RunResult['stepOutputs']
}

interface Steps {
  readonly step: <T extends Json | undefined>(id: string, work: () => T | Promise<T>, use?: ToolUse) => Promise<T>
  readonly outputs: () => Readonly<Record<string, StepOutput>>
  /** The steps that threw this value, innermost first. */
  readonly passedThrough: (thrown: unknown) => readonly string[]
}

function createSteps(now: () => number, trace: StepTrace[]): Steps {
  const outputs = new Map<string, StepOutput>()
  const failed: { readonly id: string; readonly thrown: unknown }[] = []

  async function perform<T extends Json | undefined>(work: () => T | Promise<T>, traced: StepTrace): Promise<T> {
    const { id } = traced
    trace.push(traced)
    try {
      const result = await work()
      outputs.set(id, { status: 'success', result: copyJson(result, `step ${id}`) })
      return result
    } catch (thrown) {
      outputs.set(id, { status: 'failed', error: toFailure(thrown) })
      failed.push({ id, thrown })
      throw thrown
    } finally {
      traced.endedAt = now()
    }
  }

  return {
    step: (id, work, use) => {
      const outcome = perform(work, { id, startedAt: now(), endedAt: undefined, use })
      // If the workflow does not await the step, its failure must not end the process; it is in the outputs.
      outcome.catch(() => {})
      return outcome
    },
    outputs: () => Object.fromEntries(outputs),
    passedThrough: (thrown) => failed.filter((failure) => failure.thrown === thrown).map(({ id }) => id),
  }
}

/** A result whose error contains no key: observers write it to a log. */
function redactFailure(result: RunResult, redact: Redact): RunResult {
  if (result.status !== 'failed') return result

  const { name, traceback, value } = result.error
  return { ...result, error: { name: redact(name), value: redact(value), traceback: redact(traceback) } }
}
