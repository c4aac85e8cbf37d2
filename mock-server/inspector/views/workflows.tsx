import { useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { durationOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { Act, Button } from '../parts/act.tsx'
import { Key } from '../parts/key.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { Search } from '../parts/search.tsx'
import { Segment } from '../parts/segment.tsx'
import { Badge, type BadgeKind } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { type Toast, useToast } from '../parts/toast.tsx'
import type { ViewProps } from '../view-props.ts'

type Overview = InspectionOutput<'overview'>
type Workflow = Overview['workspaces'][number]['workflows'][number]
type Run = InspectionOutput<'runs'>[number]
type StatusFilter = 'all' | 'published' | 'others'

/** Every workflow of every workspace: its state, its key, its last run, and the actions that change it. */
export function Workflows(props: ViewProps) {
  const { connection, journal } = props
  const { again, problem, value } = useRequested(() => connection.inspect('overview'), [connection, journal.entries])
  const { value: runs = [] } = useRequested(() => connection.inspect('runs'), [connection, journal.entries])
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<StatusFilter>('all')
  if (value === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  const workflows = value.workspaces.flatMap((workspace) => workspace.workflows)
  const runnable = workflows.filter(({ status }) => status === 'published').length
  return (
    <div class="sheet">
      <div class="view-head">
        <div>
          <h2 class="same">Workflows</h2>
          <p class="muted">
            {workflows.length} in {count(value.workspaces.length, 'workspace')}. {runnable} can be run.
          </p>
        </div>
        <Search label="Search workflows" placeholder="Search" value={text} onInput={setText} />
        <Segment
          label="State"
          value={filter}
          options={[
            { value: 'all', words: 'All' },
            { value: 'published', words: 'Published' },
            { value: 'others', words: 'Others' },
          ]}
          onChange={setFilter}
        />
      </div>
      {value.workspaces.length === 0 && (
        <p class="empty">This world has no workspace. Write one in the world file, under World.</p>
      )}
      {value.workspaces.map((workspace) => (
        <section key={workspace.id} class="card table-card workflow-table" aria-label={workspace.name}>
          <h3>
            {workspace.name} <span class="muted">workspace {workspace.id}</span>
          </h3>
          <WorkflowTable
            {...props}
            again={again}
            runs={runs}
            workflows={workspace.workflows.filter((workflow) => isVisible(workflow, { filter, text }))}
          />
        </section>
      ))}
    </div>
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

interface Visible {
  readonly filter: StatusFilter
  readonly text: string
}

function isVisible({ flowId, name, status }: Workflow, { filter, text }: Visible): boolean {
  if (filter !== 'all' && (status === 'published') !== (filter === 'published')) return false
  return `${flowId}\n${name}`.toLowerCase().includes(text.toLowerCase())
}

interface WorkflowTableProps extends ViewProps {
  readonly workflows: readonly Workflow[]
  readonly runs: readonly Run[]
  /** Reads the workflows again. */
  readonly again: () => void
}

function WorkflowTable({ again, ask, connection, go, open, runs, workflows }: WorkflowTableProps) {
  const toast = useToast()
  const actions: WorkflowActions = { again, ask, connection, go, open, toast }
  return (
    <Table
      rows={workflows}
      none="No workflow matches."
      keyOf={({ flowId }) => flowId}
      columns={[
        [
          'Workflow',
          ({ flowId, name }) => (
            <>
              <code class="name">{flowId}</code>
              {name !== flowId && <span class="muted"> {name}</span>}
            </>
          ),
        ],
        ['State', ({ status }) => <Badge kind={badges[status]}>{status}</Badge>],
        ['Arguments', showArguments],
        ['Last run', ({ flowId }) => <LastRun run={runs.find((run) => run.flowId === flowId)} />],
        [
          'Key',
          ({ key }) =>
            key === undefined ? <span class="muted">with publishing</span> : <Key connection={connection} name={key} />,
        ],
      ]}
      change={(workflow) => (
        <>
          <MainAction workflow={workflow} actions={actions} />
          <Menu label={`More actions for ${workflow.flowId}`} items={listActions(workflow, actions)} />
        </>
      )}
    />
  )
}

const badges: Readonly<Record<Workflow['status'], BadgeKind>> = { published: 'passed', unpublished: 'observed', archived: 'idle' }

function showArguments({ parameters }: Workflow) {
  if (parameters.length === 0) return <span class="muted">any</span>
  return (
    <span class="chips">
      {parameters.map(({ name, required, type }) => (
        <code key={name} class={required === true ? 'chip required' : 'chip'} title={type}>
          {name}
          {required === true ? '' : '?'}
        </code>
      ))}
    </span>
  )
}

function LastRun({ run }: { readonly run: Run | undefined }) {
  if (run === undefined) return <span class="muted">never</span>
  const { endedAt, startedAt, status } = run
  return (
    <span class="number">
      <span class={`words ${status}`}>{status}</span>
      {endedAt !== undefined && `, ${durationOf(endedAt - startedAt)}`}
    </span>
  )
}

interface WorkflowActions extends Pick<ViewProps, 'ask' | 'connection' | 'go' | 'open'> {
  readonly again: () => void
  readonly toast: (toast: Toast) => void
}

interface MainActionProps {
  readonly workflow: Workflow
  readonly actions: WorkflowActions
}

/** The one action that a person most likely wants. */
function MainAction({ actions, workflow: { flowId, status } }: MainActionProps) {
  const { open } = actions
  if (status === 'published') {
    return (
      <Button of={flowId} onClick={() => open({ kind: 'run', flowId })}>
        Run…
      </Button>
    )
  }
  if (status === 'archived') {
    return (
      <Act of={flowId} onAct={() => restore(flowId, actions)}>
        Restore
      </Act>
    )
  }
  return (
    <Act of={flowId} look="tonal" onAct={() => publish(flowId, actions)}>
      Publish
    </Act>
  )
}

async function publish(flowId: string, { again, connection, open, toast }: WorkflowActions): Promise<void> {
  const key = await connection.call('publishWorkflow', { flowId })
  again()
  toast({
    text: `${flowId} is published`,
    actions: [
      { label: 'Copy key', onAct: () => navigator.clipboard.writeText(key) },
      { label: 'Run…', onAct: () => open({ kind: 'run', flowId }) },
    ],
  })
}

async function restore(flowId: string, { again, connection, toast }: WorkflowActions): Promise<void> {
  const status = await connection.call('restoreWorkflow', { flowId })
  again()
  toast({ text: `${flowId} is restored, and ${status}` })
}

async function unpublish(flowId: string, actions: WorkflowActions): Promise<void> {
  const { again, connection, toast } = actions
  await connection.call('unpublishWorkflow', { flowId })
  again()
  toast({ text: `${flowId} is unpublished`, actions: [{ label: 'Undo', onAct: () => publish(flowId, actions) }] })
}

async function archive(flowId: string, actions: WorkflowActions): Promise<void> {
  const { again, connection, toast } = actions
  await connection.call('archiveWorkflow', { flowId })
  again()
  toast({ text: `${flowId} is archived`, actions: [{ label: 'Undo', onAct: () => restore(flowId, actions) }] })
}

async function regenerate(flowId: string, { again, connection, toast }: WorkflowActions): Promise<void> {
  const key = await connection.call('regenerateKey', { flowId })
  again()
  toast({
    text: `${flowId} has a new key`,
    actions: [{ label: 'Copy key', onAct: () => navigator.clipboard.writeText(key) }],
  })
}

/** The further actions of a workflow, by its state. */
function listActions({ flowId, key, status }: Workflow, actions: WorkflowActions): readonly MenuItem[] {
  const { ask, go, toast } = actions
  const items: MenuItem[] = [{ label: 'Show its runs', icon: 'runs', onChoose: () => go({ view: 'runs', id: '', text: flowId }) }]
  if (key !== undefined) {
    items.push({
      label: 'Regenerate key…',
      icon: 'key',
      onChoose: () =>
        ask({
          title: `Regenerate the key of ${flowId}?`,
          text: 'The old key stops working immediately: its requests get 401. Programs need the new key.',
          command: `wfhost-mock ctl regenerate ${flowId}`,
          keep: 'Keep the key',
          confirm: 'Regenerate key',
          onConfirm: () => regenerate(flowId, actions),
        }),
    })
  }
  if (status === 'published') {
    items.push(
      {
        label: 'Unpublish',
        icon: 'minus',
        onChoose: () => void unpublish(flowId, actions).catch((error: unknown) => toast({ text: String(error) })),
      },
      {
        label: 'Archive…',
        icon: 'archive',
        isDanger: true,
        onChoose: () =>
          ask({
            title: `Archive ${flowId}?`,
            text: 'Its key stays valid, but each request to run it gets 404. Runs that have started continue. You can restore it at any time.',
            command: `wfhost-mock ctl archive ${flowId}`,
            keep: 'Keep it',
            confirm: `Archive ${flowId}`,
            onConfirm: () => archive(flowId, actions),
          }),
      },
    )
  }
  return items
}
