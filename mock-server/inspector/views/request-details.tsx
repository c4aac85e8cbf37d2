import type { JournalEntry } from '../../src/schema/journal.ts'
import { durationOf, outcomeOf, splitPath, timeOf, titleOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { Copy } from '../parts/act.tsx'
import { BodyView } from '../parts/json-view.tsx'
import type { DetailsProps } from '../view-props.ts'
import { Why } from './why.tsx'

export function RequestDetails(props: DetailsProps) {
  const { connection, entry, go } = props
  const { at, durationMs, number, request, response } = entry
  const full = useRequested(() => connection.inspect('exchange', { number }), [connection, number, response?.status])
  const { after, before, varying } = splitPath(request.path)
  return (
    <article>
      <p class="back">
        <button type="button" class="quiet" onClick={() => go({ id: '' })}>
          ← All requests
        </button>
      </p>
      <div class="request-head">
        <span class={`status large ${outcomeOf(entry)}`}>{response?.status ?? 'No response'}</span>
        <div>
          <h2 class="path">
            <span class="hidden">{titleOf(entry)}: </span>
            {request.method}{' '}
            <bdi>
              <span class="muted">{before}</span>
              {varying}
              <span class="muted">{after}</span>
            </bdi>
          </h2>
          <p class="muted">
            Request no. {number} · {timeOf(at)} ·{' '}
            {durationMs === undefined ? 'no response yet' : `response after ${durationOf(durationMs)}`}
          </p>
        </div>
      </div>
      <Why {...props} full={full.value} />
      {full.problem !== undefined && <p class="problem">{full.problem}</p>}
      {full.value !== undefined && <Panes full={full.value} />}
    </article>
  )
}

function Panes({ full: { request, response } }: { readonly full: JournalEntry }) {
  return (
    <div class="panes">
      <Content title="Sent" label="Body of the request" content={request} />
      {response === undefined ? (
        <section class="pane">
          <div class="code-head">
            <h3>Received</h3>
          </div>
          <p class="muted">Nothing yet</p>
        </section>
      ) : (
        <Content title="Received" label="Body of the response" content={response} />
      )}
    </div>
  )
}

interface ContentProps {
  readonly title: string
  readonly label: string
  readonly content: Pick<JournalEntry['request'], 'headers' | 'body' | 'notKept'>
}

function Content({ content: { body, headers, notKept }, label, title }: ContentProps) {
  return (
    <section class="pane" aria-label={title}>
      <div class="code-head">
        <h3>{title}</h3>
        {body !== undefined && (
          <Copy of={label.toLowerCase()} text={() => body}>
            Copy
          </Copy>
        )}
      </div>
      <Headers headers={headers} />
      {notKept === undefined ? <BodyView label={label} text={body} /> : <p class="muted">{notKept}</p>}
    </section>
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
