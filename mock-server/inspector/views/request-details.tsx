import { requirementPage } from '@wfhost/internal/documentation'
import type { ExchangeSummary, JournalEntry } from '../../src/schema/journal.ts'
import type { Connection } from '../connection.ts'
import { durationOf, outcomeOf, titleOf } from '../entry-words.ts'
import { useAsked } from '../follow.ts'
import { Act, Copy } from '../parts/act.tsx'
import { BodyView } from '../parts/json-view.tsx'
import { Trail } from '../parts/trail.tsx'
import { trailOfRefusedRun } from '../run-trail.ts'
import type { ViewProps } from '../view-props.ts'

interface DetailsProps extends Pick<ViewProps, 'go' | 'route'> {
  readonly connection: Connection
  readonly entry: ExchangeSummary
}

export function RequestDetails({ connection, entry, go }: DetailsProps) {
  const { number, request, response } = entry
  const full = useAsked(() => connection.inspect('exchange', { number }), [connection, number, response?.status])
  const outcome = outcomeOf(entry)
  return (
    <article>
      <p class="back">
        <button type="button" class="quiet" onClick={() => go({ id: '' })}>
          ← All requests
        </button>
      </p>
      <h2>
        <span class={`status ${outcome}`}>{response?.status ?? 'No answer'}</span> <bdi>{titleOf(entry)}</bdi>
      </h2>
      <p class="path">
        <strong>{request.method}</strong> {request.path}
      </p>
      <p class="actions">
        <Copy text={() => connection.inspect('curl', { number, baseUrl: connection.baseUrl })}>Copy as curl</Copy>
        <Act quiet done="Sent" onAct={async () => go({ id: String(await connection.inspect('sendAgain', { number })) })}>
          Send again
        </Act>
      </p>
      <Why connection={connection} entry={entry} />
      <h3>
        Request <span class="muted">no. {number}</span>
      </h3>
      {full.problem !== undefined && <p class="problem">{full.problem}</p>}
      {full.value !== undefined && <Content label="Body of the request" content={full.value.request} />}
      <h3>
        Answer <span class="muted">{response === undefined ? 'none yet' : `after ${durationOf(entry.durationMs)}`}</span>
      </h3>
      {full.value?.response !== undefined && <Content label="Body of the answer" content={full.value.response} />}
    </article>
  )
}

interface ContentProps {
  readonly label: string
  readonly content: Pick<JournalEntry['request'], 'headers' | 'body' | 'notKept'>
}

function Content({ content: { body, headers, notKept }, label }: ContentProps) {
  return (
    <>
      <Headers headers={headers} />
      {notKept === undefined ? <BodyView label={label} text={body} /> : <p class="muted">{notKept}</p>}
    </>
  )
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The statements of the API document about this response, and the open questions of the source document. */
function Why({ connection, entry }: { readonly connection: Connection; readonly entry: ExchangeSummary }) {
  const { number, response } = entry
  const { value } = useAsked(() => connection.inspect('explain', { number }), [connection, number, response?.status])
  if (value === undefined) return null
  const { assumptions, hint, reason, requirements } = value
  const outcome = outcomeOf(entry)
  const isWrong = outcome !== 'ok'
  const trail = isWrong ? trailOf(entry) : undefined
  return (
    <section class={`why ${outcome}`} aria-label="Why">
      {isWrong && (
        <p class="band">
          <span>why</span> <span>{describeOutcome(entry)}</span>
        </p>
      )}
      {isWrong && reason !== undefined && <p class="reason">{reason}</p>}
      {hint !== undefined && <p class="hint">{hint}</p>}
      {trail !== undefined && <Trail steps={trail} />}
      {entry.forwarded !== undefined && <p class="hint">The world does not have it: {entry.forwarded} answered.</p>}
      {entry.faults.length > 0 && <p class="hint">A fault decided: {entry.faults.join(', ')}.</p>}
      {requirements.length > 0 && <Rules title="What the document requires" rules={requirements} open={isWrong} />}
      {assumptions.length > 0 && <Rules title="What this server assumes" rules={assumptions} open={false} />}
    </section>
  )
}

/** The checks that the server made, if it was the world that refused a run. */
function trailOf({ faults, forwarded, operation, response }: ExchangeSummary) {
  const isDecidedByWorld = faults.length === 0 && forwarded === undefined
  if (operation !== 'runPublishedWorkflow' || response === undefined || !isDecidedByWorld) return undefined
  return trailOfRefusedRun(response.status)
}

function describeOutcome(entry: ExchangeSummary): string {
  if (entry.response === undefined) return 'no response'
  if (outcomeOf(entry) === 'refused') return 'refused, nothing ran'
  return entry.response.status >= 500 ? 'the server failed' : 'the run failed'
}

interface RulesProps {
  readonly title: string
  readonly rules: readonly { readonly id: string; readonly statement: string; readonly choice?: string | undefined }[]
  readonly open: boolean
}

function Rules({ open, rules, title }: RulesProps) {
  return (
    <details open={open}>
      <summary>
        {title} <span class="muted">{rules.length}</span>
      </summary>
      <dl class="rules">
        {rules.map(({ choice, id, statement }) => (
          <div key={id}>
            <dt>
              <a href={requirementPage(id)} target="_blank" rel="noreferrer">
                {id}
              </a>
            </dt>
            <dd>
              {statement}
              {choice !== undefined && <span class="muted"> Here: {choice}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
