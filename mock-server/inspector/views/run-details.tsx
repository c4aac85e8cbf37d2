import type { JsonObject } from '../../src/core/json.ts'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import type { ExchangeSummary } from '../../src/schema/journal.ts'
import { durationOf, timeOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { Button } from '../parts/act.tsx'
import { Guarded } from '../parts/guarded.tsx'
import { JsonView } from '../parts/json-view.tsx'
import { Link } from '../parts/link.tsx'
import { Trail } from '../parts/trail.tsx'
import type { Route } from '../route.ts'
import type { ViewProps } from '../view-props.ts'

type Run = InspectionOutput<'run'>
type Step = Run['trace'][number]

/** A run: its arguments, its steps on a timeline, and how it ended. */
export function RunDetails({ connection, go, journal, open, route }: ViewProps) {
  const { problem, value: run } = useRequested(
    () => connection.inspect('run', { runId: route.id }),
    [connection, route.id, journal.entries],
  )
  if (run === undefined) return <p class="empty">{problem ?? 'Reading the run …'}</p>
  const { args, endedAt, flowId, mode, notKept, now, request, result, runId, startedAt, status, trace, trail } = run
  const requests: Route = { view: 'requests', id: String(request), world: route.world, text: '' }
  return (
    <article>
      <p class="back">
        <button type="button" class="quiet" onClick={() => go({ id: '' })}>
          ← All runs
        </button>
      </p>
      <h2>
        <span class={`status ${status}`}>{status}</span> <bdi>{flowId}</bdi>
      </h2>
      <p class="path">{runId}</p>
      <p class="muted">
        {mode}, started at {timeOf(startedAt)},{' '}
        {endedAt === undefined ? `running for ${durationOf(now - startedAt)}` : `took ${durationOf(endedAt - startedAt)}`}
        {request !== undefined && (
          <>
            {', by '}
            <Link to={requests} go={go}>
              request {request}
            </Link>
          </>
        )}
      </p>
      {result?.status === 'failed' && (
        <section class="why failed" aria-label="Why it failed">
          <p class="band">
            <span>why</span> <span>the run failed, the request succeeded</span>
          </p>
          <p class="reason">
            {result.error.name}: {result.error.value}
          </p>
          {trail !== undefined && <Trail steps={trail} />}
          <pre>{result.error.traceback}</pre>
        </section>
      )}
      <p class="actions">
        <Button
          look={result?.status === 'failed' ? 'primary' : 'default'}
          icon="edit"
          onClick={() => open({ kind: 'run', flowId, args: isArguments(args) ? args : undefined })}
        >
          Change arguments and run
        </Button>
      </p>
      <h3>Arguments</h3>
      <Value value={args} />
      <h3>
        Steps <span class="muted">{trace.length === 0 ? 'none' : trace.length}</span>
      </h3>
      <ol class="steps">
        {trace.map((step, index) => (
          <Guarded key={index} raw={step} name={`step ${step.id}`}>
            <StepItem step={step} run={run} journal={journal.entries} link={{ go, world: route.world }} />
          </Guarded>
        ))}
      </ol>
      {notKept !== undefined && <p class="muted">{notKept}</p>}
      {result?.status === 'success' && (
        <>
          <h3>Result</h3>
          <Value value={result.result} />
        </>
      )}
    </article>
  )
}

function isArguments(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function Value({ value }: { readonly value: unknown }) {
  return (
    <div class="body">
      <Guarded raw={value} name="the value">
        <JsonView value={value} />
      </Guarded>
    </div>
  )
}

interface StepProps {
  readonly step: Step
  readonly run: Run
  readonly journal: readonly ExchangeSummary[]
  readonly link: { readonly go: ViewProps['go']; readonly world: string }
}

function StepItem({ journal, link: { go, world }, run, step }: StepProps) {
  const { endedAt, id, startedAt, use } = step
  const end = run.endedAt ?? run.now
  const whole = Math.max(1, end - run.startedAt)
  // While the run is in progress, the outcomes of its steps are not yet known.
  const output = run.result?.stepOutputs[id]
  const status = output?.status ?? (endedAt === undefined ? 'running' : 'ended')
  const call = use === undefined ? undefined : journal.find((entry) => isCallOf(entry, step))
  return (
    <li>
      <p class="step">
        <span class={`status ${status}`}>{status}</span> <strong>{id}</strong>
        {use !== undefined && (
          <span class="tag">
            tool {use.toolset}/{use.tool}
            {output?.status === 'success' ? ', 1 credit' : ', no credit'}
          </span>
        )}
        <span class="muted number">{durationOf(endedAt === undefined ? undefined : endedAt - startedAt)}</span>
      </p>
      <svg class="line" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1000" height="6" class="whole" />
        <rect
          class={status}
          x={((startedAt - run.startedAt) / whole) * 1000}
          width={Math.max(4, (((endedAt ?? end) - startedAt) / whole) * 1000)}
          height="6"
        />
      </svg>
      {use !== undefined && (
        <details>
          <summary>Input</summary>
          <Value value={use.arguments ?? {}} />
        </details>
      )}
      {output?.status === 'success' && (
        <details>
          <summary>Output</summary>
          <Value value={output.result} />
        </details>
      )}
      {output?.status === 'failed' && (
        <p class="problem">
          {output.error.name}: {output.error.value}
        </p>
      )}
      {call !== undefined && (
        <p>
          <Link to={{ view: 'requests', id: String(call.number), world, text: '' }} go={go}>
            The call of the tool, request {call.number}
          </Link>
        </p>
      )}
    </li>
  )
}

/**
 * Whether a request is the call of a tool by a step. Its time and its tool decide, because the API carries no reference to the
 * run.
 */
function isCallOf({ at, operation, tool }: ExchangeSummary, { endedAt, startedAt, use }: Step): boolean {
  const time = new Date(at).getTime()
  if (operation !== 'executeTool' || use === undefined || time < startedAt || (endedAt !== undefined && time > endedAt))
    return false
  return tool === `${use.toolset}/${use.tool}`
}
