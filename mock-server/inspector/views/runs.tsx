import { durationOf, timeOf } from '../entry-words.ts'
import { useAsked } from '../follow.ts'
import { Link } from '../parts/link.tsx'
import { Split } from '../parts/split.tsx'
import type { ViewProps } from '../view-props.ts'
import { RunDetails } from './run-details.tsx'

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
            {runs.map(({ endedAt, error, flowId, mode, runId, startedAt, status }) => (
              <li key={runId}>
                <Link to={{ ...route, id: runId }} go={go} current={runId === route.id}>
                  <span class={`status ${status}`}>{status}</span>
                  <span class="title">
                    <bdi>{flowId}</bdi> <span class="muted">{error === undefined ? '' : `${error.name}: ${error.value}`}</span>
                    {mode === 'async' && <span class="tag">async</span>}
                  </span>
                  <span class="muted number">{durationOf(endedAt === undefined ? undefined : endedAt - startedAt)}</span>
                  <time class="muted number" dateTime={new Date(startedAt).toISOString()}>
                    {timeOf(startedAt)}
                  </time>
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
        <RunDetails key={route.id} connection={connection} journal={journal} route={route} go={go} />
      )}
    </Split>
  )
}
