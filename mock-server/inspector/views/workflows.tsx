import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { Key } from '../parts/key.tsx'
import { Table } from '../parts/table.tsx'
import type { ViewProps } from '../view-props.ts'

type Workflow = InspectionOutput<'overview'>['workspaces'][number]['workflows'][number]

/** Every workflow of every workspace: its state, its key, and the actions that change it. */
export function Workflows({ connection, journal }: ViewProps) {
  const { again, problem, value } = useAsked(() => connection.inspect('overview'), [connection, journal.entries])
  if (value === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  const act = (call: Promise<unknown>): Promise<unknown> => call.finally(again)
  return (
    <div class="sheet">
      {value.workspaces.length === 0 && <p class="empty">This world has no workspace.</p>}
      {value.workspaces.map(({ id, name, workflows }) => (
        <section key={id}>
          <h2>
            {name} <span class="muted">workspace {id}</span>
          </h2>
          <Table
            rows={workflows}
            none="It has no workflow."
            keyOf={({ flowId }) => flowId}
            columns={[
              [
                'Workflow',
                ({ flowId, name: title }) => (
                  <>
                    {flowId}
                    {title !== flowId && <span class="muted"> {title}</span>}
                  </>
                ),
              ],
              ['State', ({ status }) => <span class={`status ${status}`}>{status}</span>],
              ['Arguments', argumentsOf],
              [
                'Key',
                ({ key }) =>
                  key === undefined ? <span class="muted">none yet</span> : <Key connection={connection} name={key} />,
              ],
            ]}
            change={({ flowId, key, status }) => (
              <>
                {status === 'unpublished' && (
                  <Act of={flowId} onAct={() => act(connection.call('publishWorkflow', { flowId }))}>
                    Publish
                  </Act>
                )}
                {status === 'archived' && (
                  <Act of={flowId} done="Restored" onAct={() => act(connection.call('restoreWorkflow', { flowId }))}>
                    Restore
                  </Act>
                )}
                {status === 'published' && (
                  <Act of={flowId} done="Unpublished" onAct={() => act(connection.call('unpublishWorkflow', { flowId }))}>
                    Unpublish
                  </Act>
                )}
                {status === 'published' && (
                  <Act of={flowId} onAct={() => act(connection.call('archiveWorkflow', { flowId }))}>
                    Archive
                  </Act>
                )}
                {key !== undefined && (
                  <Act of={`of ${flowId}`} onAct={() => act(connection.call('regenerateKey', { flowId }))}>
                    Regenerate key
                  </Act>
                )}
              </>
            )}
          />
        </section>
      ))}
    </div>
  )
}

function argumentsOf({ parameters }: Workflow) {
  if (parameters.length === 0) return <span class="muted">any</span>
  return parameters.map(({ name, required, type }) => `${name}${required === true ? '' : '?'}: ${type}`).join(', ')
}
