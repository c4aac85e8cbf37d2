import type { InspectionOutput } from '../../src/host/inspections.ts'
import { durationOf, isoOf, timeOf } from '../entry-words.ts'
import { useAsked } from '../follow.ts'
import { Guarded } from '../parts/guarded.tsx'
import { Link } from '../parts/link.tsx'
import { Split } from '../parts/split.tsx'
import type { ViewProps } from '../view-props.ts'
import { RunDetails } from './run-details.tsx'

type Run = InspectionOutput<'runs'>[number]

/** Every remembered run, the newest first, and one of them with its steps. */
export function Runs({ connection, go, journal, route }: ViewProps) {
  const { problem, value: runs = [] } = useAsked(() => connection.inspect('runs'), [connection, journal.entries])
  return (
    <Split
      opened={route.id !== ''}
      list={
        <>
          {problem !== undefined && <p class="problem">{problem}</p>}
          {runs.length === 0 && <p class="empty">No workflow has run yet.</p>}
          <ul>
            {runs.map((run) => (
              <li key={run.runId}>
                <Link to={{ ...route, id: run.runId }} go={go} current={run.runId === route.id}>
                  <Guarded raw={run} name={`run ${run.runId}`}>
                    <Row run={run} />
                  </Guarded>
                </Link>
              </li>
            ))}
          </ul>
        </>
      }
      names={{ list: 'List of runs', details: 'The run' }}
    >
      {route.id === '' ? (
        <p class="empty">Choose a run to see what each of its steps took and gave.</p>
      ) : (
        <Guarded key={route.id} raw={runs.find(({ runId }) => runId === route.id)} name={`run ${route.id}`}>
          <RunDetails connection={connection} journal={journal} route={route} go={go} />
        </Guarded>
      )}
    </Split>
  )
}

function Row({ run }: { readonly run: Run }) {
  const { endedAt, error, flowId, mode, startedAt, status } = run
  return (
    <>
      <span class={`status ${status}`}>{status}</span>
      <span class="title">
        <bdi>{flowId}</bdi> <span class="muted">{error === undefined ? '' : `${error.name}: ${error.value}`}</span>
        {mode === 'async' && <span class="tag">async</span>}
      </span>
      <span class="muted number">{durationOf(endedAt === undefined ? undefined : endedAt - startedAt)}</span>
      <time class="muted number" dateTime={isoOf(startedAt)}>
        {timeOf(startedAt)}
      </time>
    </>
  )
}
