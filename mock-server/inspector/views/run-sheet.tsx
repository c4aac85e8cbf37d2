import { useId, useState } from 'preact/hooks'
import type { JsonObject } from '../../src/core/json.ts'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useRequested } from '../follow.ts'
import { ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Code } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Segment } from '../parts/segment.tsx'
import { type SentRun, toRequest, writeCurl, writeTypeScript, writeVitest } from '../request-code.ts'
import { type ArgumentField, collectArguments, type FieldTexts, readArguments, readField, toTexts } from '../run-arguments.ts'
import type { ViewProps } from '../view-props.ts'
import { outcomeOfResponse, RunResponse } from './run-response.tsx'

type Overview = InspectionOutput<'overview'>
type Workflow = Overview['workspaces'][number]['workflows'][number]

interface RunSheetProps extends Pick<ViewProps, 'connection' | 'go' | 'journal'> {
  /** The workflow and the arguments to begin with. */
  readonly flowId: string | undefined
  readonly args: JsonObject | undefined
  readonly onClose: () => void
}

/** Runs a workflow with arguments, and shows the request and the response. */
export function RunSheet({ args, flowId, ...props }: RunSheetProps) {
  const { problem, value: overview } = useRequested(() => props.connection.inspect('overview'), [props.connection])
  const workflows = overview?.workspaces.flatMap((workspace) => workspace.workflows) ?? []
  const chosen = workflows.find((workflow) => workflow.flowId === flowId) ?? findFirst(workflows)
  return (
    <Dialog title="Run with arguments" isSheet onClose={props.onClose}>
      {overview === undefined || chosen === undefined ? (
        <p class="empty">{problem ?? (overview === undefined ? 'Reading the world …' : 'This world has no workflow.')}</p>
      ) : (
        <RunForm {...props} overview={overview} workflows={workflows} first={chosen} firstArgs={args ?? {}} />
      )}
    </Dialog>
  )
}

/** A workflow that has run before is the most likely one, but any published one will do. */
function findFirst(workflows: readonly Workflow[]): Workflow | undefined {
  return workflows.find(({ status }) => status === 'published') ?? workflows[0]
}

interface RunFormProps extends Omit<RunSheetProps, 'args' | 'flowId'> {
  readonly overview: Overview
  readonly workflows: readonly Workflow[]
  readonly first: Workflow
  readonly firstArgs: JsonObject
}

/** The value of the choice of the key for the key of the workflow itself. */
const OWN_KEY = 'its own key'
const NO_KEY = 'no key'

function RunForm({ connection, first, firstArgs, go, journal, onClose, overview, workflows }: RunFormProps) {
  const id = useId()
  const [flowId, setFlowId] = useState(first.flowId)
  const [keyChoice, setKeyChoice] = useState(OWN_KEY)
  const [mode, setMode] = useState<SentRun['mode']>('sync')
  const workflow = workflows.find((each) => each.flowId === flowId) ?? first
  const entered = useArguments(workflow, firstArgs)
  const [sent, setSent] = useState<{ readonly number: number; readonly flowId: string } | undefined>()
  const full = useRequested(
    async () => (sent === undefined ? undefined : connection.inspect('exchange', { number: sent.number })),
    [connection, sent, journal.entries],
  )
  const keyName = keyChoice === OWN_KEY ? (workflow.key ?? '') : keyChoice.replace(NO_KEY, '')
  const run: SentRun = { flowId, args: entered.args, mode, keyName }
  const response = full.value?.response
  const visible = response !== undefined && sent?.flowId === flowId ? response : undefined

  async function send(): Promise<void> {
    if (entered.problem !== undefined) throw new Error(entered.problem)
    setSent({ number: await connection.inspect('send', toRequest(run)), flowId })
  }

  return (
    <ActForm class="run-form" label="Run" onAct={send}>
      <div class="run-columns">
        <div class="run-fields">
          <label class="stacked" for={`${id}-flow`}>
            Workflow
          </label>
          <Choice
            id={`${id}-flow`}
            value={flowId}
            options={workflows.map((each) => each.flowId)}
            words={Object.fromEntries(workflows.map((each) => [each.flowId, describeChoice(each)]))}
            onChange={setFlowId}
          />
          <div class="pair">
            <div>
              <label class="stacked" for={`${id}-key`}>
                Key
              </label>
              <Choice
                id={`${id}-key`}
                value={keyChoice}
                options={[OWN_KEY, ...listKeys(overview), NO_KEY]}
                words={Object.fromEntries(listKeys(overview).map((name) => [name, name.slice(1, -1)]))}
                onChange={setKeyChoice}
              />
            </div>
            <div>
              <span class="stacked">Mode</span>
              <Segment
                label="Mode"
                value={mode}
                options={[
                  { value: 'sync', words: 'Sync' },
                  { value: 'async', words: 'Async' },
                ]}
                onChange={setMode}
              />
            </div>
          </div>
          {workflow.status !== 'published' && (
            <p class="callout refused">
              {flowId} is {workflow.status}. The server responds with 404.
            </p>
          )}
          <Arguments workflow={workflow} entered={entered} />
        </div>
        <div class="run-preview">
          <h3>Request</h3>
          <Code
            label="The request as code"
            samples={[
              { name: 'curl', text: writeCurl(toRequest(run), connection.baseUrl) },
              { name: 'TypeScript', text: writeTypeScript(run, connection.baseUrl) },
              {
                name: 'vitest test',
                text: writeVitest(run, { baseUrl: connection.baseUrl, outcome: outcomeOfResponse(visible) }),
              },
            ]}
          />
          <p class="muted">Set WFHOST_KEY to {keyName === '' ? 'a key' : `the ${keyName.slice(1, -1)}`} before you run it.</p>
          <h3>Response</h3>
          {sent === undefined ? (
            <p class="muted">The response appears here.</p>
          ) : (
            <RunResponse
              durationMs={full.value?.durationMs}
              response={response}
              onOpen={() => {
                onClose()
                go({ view: 'requests', id: String(sent.number) })
              }}
            />
          )}
        </div>
      </div>
      <div class="sheet-foot">
        <span class="muted">{describeMistakes(entered.mistakes)}</span>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" look="primary" icon="play">
          Run {flowId}
        </Button>
      </div>
    </ActForm>
  )
}

function describeChoice({ flowId, status }: Workflow): string {
  return status === 'published' ? flowId : `${flowId} (${status})`
}

function listKeys({ organizations, workspaces }: Overview): readonly string[] {
  const workflowKeys = workspaces.flatMap(({ workflows }) => workflows.flatMap(({ key }) => key ?? []))
  return [...workflowKeys, ...organizations.flatMap(({ keys }) => keys.map(({ key }) => key))]
}

function describeMistakes(mistakes: number): string {
  if (mistakes === 0) return ''
  return mistakes === 1 ? '1 argument does not fit' : `${mistakes} arguments do not fit`
}

interface EnteredArguments {
  readonly isJson: boolean
  readonly setJson: (isJson: boolean) => void
  readonly texts: FieldTexts
  readonly setTexts: (texts: FieldTexts) => void
  readonly json: string
  readonly setJsonText: (text: string) => void
  readonly args: JsonObject
  /** Why nothing can be sent. */
  readonly problem: string | undefined
  /** The number of fields whose values the server refuses. */
  readonly mistakes: number
}

/** The arguments of each workflow, as a form and as JSON. Each workflow keeps its entries while another one is chosen. */
function useArguments({ flowId, parameters }: Workflow, first: JsonObject): EnteredArguments {
  const [forms, setForms] = useState<Readonly<Record<string, FieldTexts>>>({ [flowId]: toTexts(parameters, first) })
  const [jsons, setJsons] = useState<Readonly<Record<string, string>>>({ [flowId]: JSON.stringify(first, null, 2) })
  const [chosen, setChosen] = useState<boolean | undefined>()
  const isJson = parameters.length === 0 || (chosen ?? !fitsForm(parameters, first))
  const texts = forms[flowId] ?? {}
  const json = jsons[flowId] ?? '{}'
  const read = readArguments(json)
  const jsonArgs = read.kind === 'read' ? read.args : {}
  const args = isJson ? jsonArgs : collectArguments(parameters, texts)

  function setTexts(next: FieldTexts): void {
    setForms({ ...forms, [flowId]: next })
  }

  function setJson(next: boolean): void {
    if (next) setJsons({ ...jsons, [flowId]: JSON.stringify(args, null, 2) })
    else setTexts(toTexts(parameters, args))
    setChosen(next)
  }

  const mistakes = isJson
    ? 0
    : parameters.filter((field) => readField(field, texts[field.name] ?? '').problem !== undefined).length
  return {
    isJson,
    setJson,
    texts,
    setTexts,
    json,
    setJsonText: (text) => setJsons({ ...jsons, [flowId]: text }),
    args,
    problem: isJson && read.kind === 'invalid' ? read.problem : undefined,
    mistakes,
  }
}

/** A form cannot show arguments that the workflow does not have. */
function fitsForm(parameters: readonly ArgumentField[], args: JsonObject): boolean {
  return Object.keys(args).every((name) => parameters.some((field) => field.name === name))
}

interface ArgumentsProps {
  readonly workflow: Workflow
  readonly entered: EnteredArguments
}

function Arguments({ entered, workflow: { parameters } }: ArgumentsProps) {
  const id = useId()
  const { isJson, json, problem, setJson, setJsonText, setTexts, texts } = entered
  return (
    <>
      <div class="section-head">
        <h3>Arguments</h3>
        {parameters.length > 0 && (
          <Segment
            label="Enter the arguments as"
            value={isJson ? 'json' : 'form'}
            options={[
              { value: 'form', words: 'Form' },
              { value: 'json', words: 'JSON' },
            ]}
            onChange={(value) => setJson(value === 'json')}
          />
        )}
      </div>
      {isJson ? (
        <>
          <label class="stacked" for={`${id}-json`}>
            Arguments as JSON {parameters.length === 0 && <span class="muted">This workflow declares no arguments.</span>}
          </label>
          <textarea
            id={`${id}-json`}
            class={problem === undefined ? 'code' : 'code wrong'}
            rows={8}
            spellcheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
            value={json}
            onInput={({ currentTarget }) => setJsonText(currentTarget.value)}
          />
          <span class="problem" id={`${id}-problem`}>
            {problem}
          </span>
        </>
      ) : (
        parameters.map((field) => (
          <ArgumentInput
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            onInput={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))
      )}
    </>
  )
}

interface ArgumentInputProps {
  readonly field: ArgumentField
  readonly text: string
  readonly onInput: (text: string) => void
}

function ArgumentInput({ field, onInput, text }: ArgumentInputProps) {
  const id = useId()
  const { problem } = readField(field, text)
  // The form does not mark an empty field before a person has been there.
  const isWrong = problem !== undefined && text !== ''
  return (
    <div class="argument">
      <label class="stacked" for={id}>
        <code>{field.name}</code>{' '}
        <span class="muted">
          {field.type}
          {field.required === true ? ' · required' : ''}
        </span>
      </label>
      {field.type === 'boolean' ? (
        <Choice id={id} value={text} none="not sent" options={['true', 'false']} onChange={onInput} />
      ) : (
        <input
          id={id}
          class={`${field.type === 'string' ? '' : 'code'} ${isWrong ? 'wrong' : ''}`}
          placeholder={field.required === true ? '' : 'not sent'}
          aria-invalid={isWrong}
          aria-describedby={`${id}-problem`}
          value={text}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      <span class="problem" id={`${id}-problem`}>
        {isWrong && problem}
      </span>
    </div>
  )
}
