import { useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import type { ControlOutput } from '../../src/schema/control.ts'
import { describeSelection, type FaultExtent, type FaultPreset, faultPresets, toFault } from '../fault-presets.ts'
import { useRequested } from '../follow.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Entered, type Schema, SchemaForm } from '../parts/schema-form.tsx'
import { Segment } from '../parts/segment.tsx'
import { useToast } from '../parts/toast.tsx'
import type { ConditionProps, ViewProps } from '../view-props.ts'
import { Clock } from './clock.tsx'
import { Limits } from './limits.tsx'

type FaultState = ControlOutput<'faults'>[number]

/** The faults of the service, its rate limit, and its clock. */
export function Faults(props: ViewProps) {
  const { connection, journal } = props
  const { problem, value } = useRequested(() => connection.inspect('schemas'), [connection])
  if (value === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  return (
    <div class="sheet beside">
      <FaultPlan {...props} schema={readSchema(value.fault)} />
      <div class="aside">
        <Clock connection={connection} />
        <Limits connection={connection} journal={journal} />
      </div>
    </div>
  )
}

/** The forms support only a part of JSON Schema. */
function readSchema(schema: object): Schema {
  return schema
}

function FaultPlan({ connection, go, journal, schema }: ConditionProps & ViewProps) {
  const { again, value: faults = [] } = useRequested(() => connection.call('faults'), [connection, journal.entries])
  return (
    <section>
      <div class="view-head">
        <div>
          <h2 class="same">Faults</h2>
          <p class="muted">Make the server misbehave on purpose, and see what your code does.</p>
        </div>
        {faults.length > 1 && (
          <Act done="All faults are removed" onAct={() => connection.call('clearFaults').finally(again)}>
            Remove all
          </Act>
        )}
      </div>
      {faults.length === 0 && <p class="muted">No fault is on: the service behaves as the document says.</p>}
      <ul class="active-faults" aria-label="Active faults">
        {faults.map((state) => (
          <ActiveFault
            key={state.id}
            state={state}
            onShow={() => go({ view: 'requests', id: '', text: state.fault.kind })}
            onRemove={() => connection.call('removeFault', { id: state.id }).finally(again)}
          />
        ))}
      </ul>
      <Presets connection={connection} again={again} faults={faults} />
      <Advanced connection={connection} again={again} schema={schema} />
    </section>
  )
}

interface ActiveFaultProps {
  readonly state: FaultState
  readonly onShow: () => void
  readonly onRemove: () => Promise<unknown>
}

/** A fault that is on. Its buttons come before its details, which can be long. */
function ActiveFault({ onRemove, onShow, state: { fault, id, matched } }: ActiveFaultProps) {
  const preset = faultPresets.find((each) => isPart(each.fault, fault))
  const remaining = 'count' in fault && fault.count !== undefined ? ` of ${fault.count}` : ''
  return (
    <li class="active-fault">
      <Icon name={preset?.icon ?? 'bolt'} />
      <div>
        <p>
          <strong>{preset?.title ?? fault.kind}</strong> <span class="muted">{id}</span>
        </p>
        <p class="muted">
          {describeSelection(fault)}. Hit {matched === 1 ? 'once' : `${matched} times`}
          {remaining}.
        </p>
        <details>
          <summary>As JSON</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <pre tabIndex={0}>{JSON.stringify(fault, null, 2)}</pre>
        </details>
      </div>
      <div class="actions">
        <Button onClick={onShow}>Show requests</Button>
        <Act of={id} done={`${id} is removed`} onAct={onRemove}>
          Remove
        </Act>
      </div>
    </li>
  )
}

/** Whether the next request can still meet a fault of a preset. */
function isOn({ fault: preset }: FaultPreset, faults: readonly FaultState[]): boolean {
  return faults.some((state) => isPart(preset, state.fault) && !isUsedUp(state))
}

/** Whether a fault has met all requests for which it was added. */
function isUsedUp({ fault, matched }: FaultState): boolean {
  // A fault with `nth` meets a single request.
  const mostMatches = fault.nth === undefined ? fault.count : 1
  return mostMatches !== undefined && matched >= mostMatches
}

/** Whether a fault has all members of a preset. */
function isPart(preset: object, fault: object): boolean {
  return Object.entries(preset).every(([name, value]) => JSON.stringify(Reflect.get(fault, name)) === JSON.stringify(value))
}

interface AddingProps {
  readonly connection: ViewProps['connection']
  /** Reads the faults again. */
  readonly again: () => void
}

function Presets({ again, connection, faults }: AddingProps & { readonly faults: readonly FaultState[] }) {
  const [flowId, setFlowId] = useState('')
  const [extent, setExtent] = useState<FaultExtent>('once')
  const toast = useToast()
  const { value: overview } = useRequested(() => connection.inspect('overview'), [connection])

  async function add(preset: FaultPreset): Promise<void> {
    const id = await connection.call('addFault', toFault(preset, { extent, flowId }))
    again()
    toast({
      text: `${preset.title} is on`,
      actions: [{ label: 'Remove', onAct: () => connection.call('removeFault', { id }).finally(again) }],
    })
  }

  return (
    <>
      <div class="section-head">
        <h3>Add a fault</h3>
        <label class="inline">
          For <Choice value={flowId} none="any workflow" options={listFlowIds(overview)} onChange={setFlowId} />
        </label>
        <Segment
          label="How often"
          value={extent}
          options={[
            { value: 'once', words: 'Next request' },
            { value: 'thrice', words: 'Next 3' },
            { value: 'always', words: 'Always' },
          ]}
          onChange={setExtent}
        />
      </div>
      <ul class="presets" aria-label="Faults to add">
        {faultPresets.map((preset) => (
          <li key={preset.title} class={isOn(preset, faults) ? 'card preset on' : 'card preset'}>
            <Icon name={preset.icon} />
            <strong>{preset.title}</strong>
            <span class="muted">{preset.text}</span>
            <code>{preset.fault.kind}</code>
            {isOn(preset, faults) && <span class="badge refused">on</span>}
            <Act of={preset.title} onAct={() => add(preset)}>
              Add
            </Act>
          </li>
        ))}
      </ul>
    </>
  )
}

function listFlowIds(overview: InspectionOutput<'overview'> | undefined): readonly string[] {
  return (overview?.workspaces ?? []).flatMap(({ workflows }) => workflows.map(({ flowId }) => flowId))
}

function Advanced({ again, connection, schema }: AddingProps & { readonly schema: Schema }) {
  const [entered, setEntered] = useState<Entered>({})
  async function add(): Promise<void> {
    // The server checks the value, and reports mistakes.
    await connection.call('addFault', entered as Parameters<typeof connection.call<'addFault'>>[1])
    setEntered({})
    again()
  }
  return (
    <details class="card advanced">
      <summary>
        Advanced <span class="muted">any kind, operation, key, the nth request, probability, body</span>
      </summary>
      <ActForm class="form" label="Add any fault" done="The fault is on" onAct={add}>
        <SchemaForm schema={schema} value={entered} onChange={setEntered} />
        <p class="actions">
          <Button type="submit">Add fault</Button>
        </p>
      </ActForm>
    </details>
  )
}
