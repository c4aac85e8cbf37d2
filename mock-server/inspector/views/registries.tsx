import { useId, useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useRequested } from '../follow.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Key } from '../parts/key.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { Badge } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { useToast } from '../parts/toast.tsx'
import type { ToolsProps, ViewProps } from '../view-props.ts'

type Workspace = InspectionOutput<'overview'>['workspaces'][number]
type Registry = Workspace['registries'][number]

/** The subject of a form above the page. */
type Form = { readonly kind: 'add'; readonly workspace: Workspace } | EditForm

interface EditForm {
  readonly kind: 'edit'
  readonly workspace: Workspace
  readonly registry: Registry
}

/** The registries of each workspace: connected, edited, synchronized and removed. */
export function Registries({ ask, connection, journal }: ViewProps) {
  const { again, problem, value: overview } = useRequested(() => connection.inspect('overview'), [connection, journal.entries])
  const [form, setForm] = useState<Form | undefined>()
  if (overview === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  const shared: ToolsProps = { ask, connection, overview, act: (call) => call.finally(again) }
  return (
    <div class="sheet">
      <div class="view-head">
        <div>
          <h2 class="same">Registries</h2>
          <p class="muted">A registry offers its tools as steps of the workflows of a workspace.</p>
        </div>
      </div>
      {overview.workspaces.length === 0 && (
        <p class="empty">This world has no workspace. Write one in the world file, under World.</p>
      )}
      {overview.workspaces.map((workspace) => (
        <section key={workspace.id} class="card table-card" aria-label={workspace.name}>
          <h3>
            {workspace.name} <span class="muted">workspace {workspace.id}</span>
            <Button of={`to ${workspace.id}`} onClick={() => setForm({ kind: 'add', workspace })}>
              Add a registry…
            </Button>
          </h3>
          <RegistryTable
            {...shared}
            workspace={workspace}
            onEdit={(registry) => setForm({ kind: 'edit', workspace, registry })}
          />
        </section>
      ))}
      {form?.kind === 'add' && <AddRegistry {...shared} workspace={form.workspace} onClose={() => setForm(undefined)} />}
      {form?.kind === 'edit' && <EditRegistry {...shared} {...form} onClose={() => setForm(undefined)} />}
    </div>
  )
}

interface RegistryTableProps extends ToolsProps {
  readonly workspace: Workspace
  readonly onEdit: (registry: Registry) => void
}

function RegistryTable({ act, ask, connection, onEdit, workspace: { id: workspaceId, registries } }: RegistryTableProps) {
  const toast = useToast()

  function listActions(registry: Registry): readonly MenuItem[] {
    const { active, name } = registry
    const operation = active ? 'deactivateRegistry' : 'activateRegistry'
    return [
      { label: 'Edit…', icon: 'edit', onChoose: () => onEdit(registry) },
      {
        label: active ? 'Deactivate' : 'Activate',
        icon: active ? 'minus' : 'check',
        onChoose: () =>
          void act(connection.call(operation, { workspaceId, name })).then(
            () => toast({ text: `${name} is ${active ? 'not active' : 'active'}` }),
            (error: unknown) => toast({ text: String(error) }),
          ),
      },
      {
        label: 'Remove…',
        icon: 'archive',
        isDanger: true,
        onChoose: () =>
          ask({
            title: `Remove ${name}?`,
            text: 'Its tools disappear from the steps of workflows, and runs that use them fail. You can add it again.',
            command: `wfhost-mock ctl remove-registry ${workspaceId} '${name}'`,
            keep: 'Keep it',
            confirm: 'Remove registry',
            onConfirm: async () => {
              await act(connection.call('removeRegistry', { workspaceId, name }))
              toast({ text: `${name} is removed` })
            },
          }),
      },
    ]
  }

  return (
    <Table
      rows={registries}
      none="No registry is connected: the workflows have no tools."
      keyOf={({ name }) => name}
      columns={[
        ['Registry', ({ name }) => name],
        ['State', ({ active, toolsets }) => <State active={active} isSynced={toolsets !== undefined} />],
        ['Manifest', ({ manifestUrl }) => <code>{manifestUrl}</code>],
        [
          'Key',
          ({ key }) =>
            key === '[unknown]' ? <span class="muted">not of this server</span> : <Key connection={connection} name={key} />,
        ],
        ['Offers', describeOffer],
      ]}
      change={(registry) => (
        <>
          <Act
            of={registry.name}
            icon="sync"
            done={`${registry.name} is synchronized`}
            onAct={() => act(connection.call('syncRegistry', { workspaceId, name: registry.name }))}
          >
            Sync
          </Act>
          <Menu label={`More actions for ${registry.name}`} items={listActions(registry)} />
        </>
      )}
    />
  )
}

function State({ active, isSynced }: { readonly active: boolean; readonly isSynced: boolean }) {
  if (!active) return <Badge kind="idle">not active</Badge>
  return isSynced ? <Badge kind="passed">active</Badge> : <Badge kind="refused">not synchronized</Badge>
}

function describeOffer({ active, toolsets }: Registry): string {
  if (!active) return 'nothing: it is not active'
  if (toolsets === undefined) return 'nothing: it is not synchronized'
  return toolsets.map(({ id, tools }) => `${id} (${tools.join(', ')})`).join('; ') || 'nothing: its manifest is empty'
}

interface FormProps extends ToolsProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

/** The choice of a registry that is not of this server. */
const BY_HAND = 'another registry'

/** Adds a registry: like the button Connect of the tool-hosting console, or by hand. */
function AddRegistry({ act, connection, onClose, overview, workspace: { id: workspaceId } }: FormProps) {
  const id = useId()
  const choices = overview.organizations.flatMap((organization) =>
    organization.environments.map((environment) => `${organization.id} ${environment}`),
  )
  const [chosen, setChosen] = useState(choices[0] ?? BY_HAND)
  const [entry, setEntry] = useState<Entry>({ name: '', manifestUrl: '', apiKey: '' })
  const toast = useToast()

  async function readEntry(): Promise<NewEntry> {
    // Without a URL, it is the registry of this server.
    if (chosen === BY_HAND) return { ...entry, manifestUrl: entry.manifestUrl || undefined }
    const [orgId = '', environment = ''] = chosen.split(' ')
    return connection.call('connect', { orgId, environment })
  }

  async function add(): Promise<void> {
    const added = await readEntry()
    await act(connection.call('addRegistry', { workspaceId, ...added }))
    onClose()
    // The registry is there, also if its manifest cannot be read.
    await act(connection.call('syncRegistry', { workspaceId, name: added.name })).then(
      () => toast({ text: `${added.name} is connected` }),
      (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error) }),
    )
  }

  return (
    <Dialog title={`Add a registry to ${workspaceId}`} onClose={onClose}>
      <ActForm class="dialog-form" label="Add a registry" onAct={add}>
        <label class="stacked" for={`${id}-source`}>
          Connect
        </label>
        <Choice id={`${id}-source`} value={chosen} options={[...choices, BY_HAND]} onChange={setChosen} />
        {chosen === BY_HAND && (
          <EntryFields entry={entry} onChange={setEntry} urlHint="empty for the registry of this server" keyHint="" />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Connect and sync
          </Button>
        </div>
      </ActForm>
    </Dialog>
  )
}

interface NewEntry extends Omit<Entry, 'manifestUrl'> {
  readonly manifestUrl?: string | undefined
}

interface Entry {
  readonly name: string
  readonly manifestUrl: string
  readonly apiKey: string
}

function EditRegistry({ act, connection, onClose, registry, workspace: { id: workspaceId } }: FormProps & EditForm) {
  const [entry, setEntry] = useState<Entry>({ name: registry.name, manifestUrl: registry.manifestUrl, apiKey: '' })
  const toast = useToast()

  async function edit(): Promise<void> {
    const { apiKey, manifestUrl, name } = entry
    const changes = apiKey === '' ? { name, manifestUrl } : { name, manifestUrl, apiKey }
    await act(connection.call('editRegistry', { workspaceId, name: registry.name, changes }))
    onClose()
    toast({ text: `${name} is changed` })
  }

  return (
    <Dialog title={`Edit ${registry.name}`} onClose={onClose}>
      <ActForm class="dialog-form" label="Edit the registry" onAct={edit}>
        <EntryFields entry={entry} onChange={setEntry} urlHint="" keyHint="empty keeps the key" />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </ActForm>
    </Dialog>
  )
}

interface EntryFieldsProps {
  readonly entry: Entry
  readonly onChange: (entry: Entry) => void
  readonly urlHint: string
  readonly keyHint: string
}

function EntryFields({ entry, keyHint, onChange, urlHint }: EntryFieldsProps) {
  const id = useId()
  const fields = [
    ['name', 'Name', ''],
    ['manifestUrl', 'Manifest URL', urlHint],
    ['apiKey', 'Tool-hosting key', keyHint],
  ] as const
  return (
    <>
      {fields.map(([name, words, hint]) => (
        <div key={name}>
          <label class="stacked" for={`${id}-${name}`}>
            {words} <span class="muted">{hint}</span>
          </label>
          <input
            id={`${id}-${name}`}
            value={entry[name]}
            onInput={({ currentTarget }) => onChange({ ...entry, [name]: currentTarget.value })}
          />
        </div>
      ))}
    </>
  )
}
