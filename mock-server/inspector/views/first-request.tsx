import { useRequested } from '../follow.ts'
import { Act, Button, Copy } from '../parts/act.tsx'
import { Code } from '../parts/code.tsx'
import { Link } from '../parts/link.tsx'
import { type SentRun, toRequest, writeCurl, writeTypeScript } from '../request-code.ts'
import type { ViewProps } from '../view-props.ts'

const exampleValues: Readonly<Record<string, SentRun['args'][string]>> = {
  string: 'hello',
  number: 1,
  boolean: true,
  object: {},
  array: [],
}

/** The view before the first request: where to send it, and a request to begin with. */
export function FirstRequest({ connection, go, open, route }: ViewProps) {
  const { value: overview } = useRequested(() => connection.inspect('overview'), [connection])
  const workflows = (overview?.workspaces ?? []).flatMap((workspace) => workspace.workflows)
  const runnable = workflows.filter(({ key, status }) => key !== undefined && status === 'published')
  // The simplest workflow of the sample world. Another world has another one.
  const sample = runnable.find(({ flowId }) => flowId === 'echo') ?? runnable[0]
  const run: SentRun | undefined =
    sample === undefined
      ? undefined
      : {
          flowId: sample.flowId,
          args: Object.fromEntries(
            sample.parameters
              .filter(({ required }, index) => required === true || index === 0)
              .map(({ name, type }) => [name, exampleValues[type] ?? null]),
          ),
          mode: 'sync',
          keyName: sample.key ?? '',
        }
  return (
    <div class="first-request">
      <h2>Waiting for the first request</h2>
      <p class="lead">
        Point your program at <code>{connection.baseUrl}</code>, or start here. The request appears here, with the reason for its
        response.
      </p>
      {run !== undefined && (
        <>
          <p class="actions">
            <Act
              look="primary"
              icon="play"
              onAct={async () => go({ view: 'requests', id: String(await connection.inspect('send', toRequest(run))) })}
            >
              Send a sample request
            </Act>
            <Button onClick={() => open({ kind: 'run' })}>Run with arguments</Button>
            <Copy
              look="default"
              icon="key"
              of={run.keyName.slice(1, -1)}
              text={() => connection.inspect('key', { name: run.keyName })}
            >
              Copy its key
            </Copy>
          </p>
          <Code
            label="The sample request as code"
            samples={[
              { name: 'curl', text: writeCurl(toRequest(run), connection.baseUrl) },
              { name: 'TypeScript', text: writeTypeScript(run, connection.baseUrl) },
            ]}
          />
          <p class="muted">Set WFHOST_KEY to the {run.keyName.slice(1, -1)} before you run it.</p>
        </>
      )}
      {overview !== undefined && run === undefined && (
        <p>No workflow of this world can be run. Publish one under Workflows, or write one in the world file.</p>
      )}
      <ol class="wire">
        <li>
          <strong>Send</strong> A run, a manifest or a tool execution.
        </li>
        <li>
          <strong>See why</strong> Each refusal says what to change.
        </li>
        <li>
          <strong>Break it</strong>{' '}
          <Link to={{ ...route, view: 'faults', id: '', text: '' }} go={go}>
            Add a fault
          </Link>{' '}
          and see what your code does.
        </li>
      </ol>
    </div>
  )
}
