import { useMemo, useState } from 'preact/hooks'
import type { ExchangeSummary } from '../../src/schema/journal.ts'
import { durationOf, flowIdOf, type Outcome, outcomeOf, outcomes, timeOf, titleOf } from '../entry-words.ts'
import { useAsked } from '../follow.ts'
import { Choice } from '../parts/choice.tsx'
import { Guarded } from '../parts/guarded.tsx'
import { Link } from '../parts/link.tsx'
import { Split } from '../parts/split.tsx'
import type { ViewProps } from '../view-props.ts'
import { RequestDetails } from './request-details.tsx'

interface Filter {
  readonly text: string
  readonly operation: string
  readonly outcome: string
  readonly workflow: string
}

const all: Filter = { text: '', operation: '', outcome: '', workflow: '' }

// More rows are too long to read. The filters find older ones.
const shownEntries = 300

/** Every received request, the newest first, and one of them in full. */
export function Requests({ connection, go, journal, route }: ViewProps) {
  const [filter, setFilter] = useState(all)
  const { entries } = journal
  const withText = useAsked(
    async () => (filter.text === '' ? [] : connection.inspect('findExchanges', { text: filter.text })),
    [connection, filter.text],
  )
  const found = useMemo(
    () => entries.filter((entry) => matches(entry, filter, withText.value ?? [])),
    [entries, filter, withText.value],
  )
  const selected = entries.find(({ number }) => String(number) === route.id)
  return (
    <Split
      opened={route.id !== ''}
      names={{ list: 'List of requests', details: 'The request' }}
      list={
        <>
          <Filters entries={entries} filter={filter} onChange={setFilter} />
          {found.length === 0 && (
            <p class="empty">
              {entries.length === 0 ? 'No request has come yet. The next one appears here.' : 'No request is like that.'}
            </p>
          )}
          <ul>
            {found.slice(0, shownEntries).map((entry) => (
              <li key={entry.number}>
                <Link to={{ ...route, id: String(entry.number) }} go={go} current={entry === selected}>
                  <Guarded raw={entry} name={`request ${entry.number}`}>
                    <Row entry={entry} />
                  </Guarded>
                </Link>
              </li>
            ))}
          </ul>
          {found.length > shownEntries && <p class="muted">{found.length - shownEntries} older ones; the filters find them</p>}
        </>
      }
    >
      {selected === undefined ? (
        <p class="empty">
          {route.id === '' ? 'Choose a request to see why it was answered as it was.' : `Request ${route.id} is not remembered.`}
        </p>
      ) : (
        <Guarded key={selected.number} raw={selected} name={`request ${selected.number}`}>
          <RequestDetails connection={connection} entry={selected} go={go} route={route} />
        </Guarded>
      )}
    </Split>
  )
}

function Row({ entry }: { readonly entry: ExchangeSummary }) {
  const outcome = outcomeOf(entry)
  return (
    <>
      <span class={`status ${outcome}`}>{entry.response?.status ?? '–'}</span>
      <span class="title">
        <bdi>{excerpt(titleOf(entry))}</bdi>
        {outcome === 'failed' && <span class="tag failed">run failed</span>}
        {entry.forwarded !== undefined && <span class="tag">forwarded</span>}
        {entry.faults.map((kind) => (
          <span key={kind} class="tag">
            fault {kind}
          </span>
        ))}
      </span>
      <span class="muted number">{durationOf(entry.durationMs)}</span>
      <time class="muted number" dateTime={entry.at}>
        {timeOf(entry.at)}
      </time>
    </>
  )
}

// A flowId can be as long as an address.
const titleLength = 200

function excerpt(title: string): string {
  return title.length > titleLength ? `${title.slice(0, titleLength)} …` : title
}

interface FiltersProps {
  readonly entries: readonly ExchangeSummary[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

function Filters({ entries, filter, onChange }: FiltersProps) {
  const workflows = [...new Set(entries.flatMap((entry) => flowIdOf(entry) ?? []))].toSorted()
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].toSorted()
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Text in the request or the answer"
        placeholder="Text  ( / )"
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
      />
      <Choice
        label="Operation"
        none="Operation"
        value={filter.operation}
        options={operations}
        onChange={(operation) => onChange({ ...filter, operation })}
      />
      <Choice
        label="Outcome"
        none="Outcome"
        value={filter.outcome}
        options={Object.keys(outcomes)}
        words={outcomes}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Choice
        label="Workflow"
        none="Workflow"
        value={filter.workflow}
        options={workflows}
        onChange={(workflow) => onChange({ ...filter, workflow })}
      />
    </search>
  )
}

function matches(entry: ExchangeSummary, { operation, outcome, text, workflow }: Filter, withText: readonly number[]): boolean {
  if (operation !== '' && entry.operation !== operation) return false
  if (outcome !== '' && outcomeOf(entry) !== (outcome as Outcome)) return false
  if (workflow !== '' && flowIdOf(entry) !== workflow) return false
  if (text === '') return true
  // The server searches headers and bodies, which the page does not have.
  if (withText.includes(entry.number)) return true
  const { request, response } = entry
  return [titleOf(entry), request.path, response?.status].join('\n').toLowerCase().includes(text.toLowerCase())
}
