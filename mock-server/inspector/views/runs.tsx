import { useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { durationOf, isoOf, timeOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { Button } from '../parts/act.tsx'
import { Guarded } from '../parts/guarded.tsx'
import { Link } from '../parts/link.tsx'
import { Search } from '../parts/search.tsx'
import { Segment } from '../parts/segment.tsx'
import { Split } from '../parts/split.tsx'
import type { ViewProps } from '../view-props.ts'
import { RunDetails } from './run-details.tsx'

type Run = InspectionOutput<'runs'>[number]
type StatusFilter = 'all' | Run['status']

/** Every remembered run, the newest first, and one of them with its steps. */
export function Runs(props: ViewProps) {
  const { connection, go, journal, open, route } = props
  const [text, setText] = useState(route.text)
  const [status, setStatus] = useState<StatusFilter>('all')
  const { problem, value: runs = [] } = useRequested(() => connection.inspect('runs'), [connection, journal.entries])
  const withText = useRequested(
    async () => (text === '' ? undefined : connection.inspect('findRuns', { text })),
    [connection, text, journal.entries],
  )
  const found = runs.filter((run) => {
    if (status !== 'all' && run.status !== status) return false
    return text === '' || withText.value?.includes(run.runId) === true
  })
  const count = (wanted: Run['status']): number => runs.filter((run) => run.status === wanted).length
  return (
    <Split
      opened={route.id !== ''}
      list={
        <>
          <search class="filters">
            <Search label="Text in the run" placeholder="Workflow, argument, result" value={text} onInput={setText} />
            <Segment
              label="Status"
              value={status}
              options={[
                { value: 'all', words: 'All', count: runs.length },
                { value: 'failed', words: 'Failed', count: count('failed') },
                { value: 'running', words: 'Running', count: count('running') },
              ]}
              onChange={setStatus}
            />
          </search>
          {problem !== undefined && <p class="problem">{problem}</p>}
          {runs.length === 0 && (
            <div class="empty">
              <p>No workflow has run yet.</p>
              <Button look="primary" icon="play" onClick={() => open({ kind: 'run' })}>
                Run with arguments
              </Button>
            </div>
          )}
          {runs.length > 0 && found.length === 0 && <p class="empty">No run matches.</p>}
          <ul>
            {found.map((run) => (
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
        <p class="empty">Choose a run to see the time, the input and the output of each step.</p>
      ) : (
        <Guarded key={route.id} raw={runs.find(({ runId }) => runId === route.id)} name={`run ${route.id}`}>
          <RunDetails {...props} />
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
        <span class="row-path">
          <bdi>{flowId}</bdi>
          {mode === 'async' && <span class="tag">async</span>}
        </span>
        <span class="row-reason words failed">{error === undefined ? '' : `${error.name}: ${error.value}`}</span>
      </span>
      <span class="muted number">{durationOf(endedAt === undefined ? undefined : endedAt - startedAt)}</span>
      <time class="muted number" dateTime={isoOf(startedAt)}>
        {timeOf(startedAt)}
      </time>
    </>
  )
}
