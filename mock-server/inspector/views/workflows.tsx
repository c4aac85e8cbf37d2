import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { Key } from '../parts/key.tsx'
import type { ViewProps } from '../view-props.ts'

type Workflow = InspectionOutput<'overview'>['workspaces'][number]['workflows'][number]

/** Every workflow of every workspace: where it stands, its key, and what changes that. */
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
          <table>
            <thead>
              <tr>
                <th scope="col">Workflow</th>
                <th scope="col">State</th>
                <th scope="col">Arguments</th>
                <th scope="col">Key</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {workflows.map((workflow) => (
                <tr key={workflow.flowId}>
                  <th scope="row">
                    {workflow.flowId}
                    {workflow.name !== workflow.flowId && <span class="muted"> {workflow.name}</span>}
                  </th>
                  <td>
                    <span class={`status ${workflow.status}`}>{workflow.status}</span>
                  </td>
                  <td>{argumentsOf(workflow)}</td>
                  <td>
                    {workflow.key === undefined ? (
                      <span class="muted">none yet</span>
                    ) : (
                      <Key connection={connection} name={workflow.key} />
                    )}
                  </td>
                  <td>
                    <div class="actions">
                      {workflow.status === 'unpublished' && (
                        <Act onAct={() => act(connection.call('publishWorkflow', { flowId: workflow.flowId }))}>
                          Publish <span class="hidden">{workflow.flowId}</span>
                        </Act>
                      )}
                      {workflow.status === 'published' && (
                        <Act onAct={() => act(connection.call('archiveWorkflow', { flowId: workflow.flowId }))}>
                          Archive <span class="hidden">{workflow.flowId}</span>
                        </Act>
                      )}
                      {workflow.key !== undefined && (
                        <Act onAct={() => act(connection.call('regenerateKey', { flowId: workflow.flowId }))}>
                          Regenerate key <span class="hidden">of {workflow.flowId}</span>
                        </Act>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

function argumentsOf({ parameters }: Workflow) {
  if (parameters.length === 0) return <span class="muted">any</span>
  return parameters.map(({ name, required, type }) => `${name}${required === true ? '' : '?'}: ${type}`).join(', ')
}
