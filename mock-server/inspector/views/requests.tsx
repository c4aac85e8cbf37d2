import { useMemo, useState } from 'preact/hooks'
import type { ExchangeSummary } from '../../src/schema/journal.ts'
import { durationOf, flowIdOf, outcomeOf, splitPath, timeOf, titleOf } from '../entry-words.ts'
import { type Fold, foldRepeats } from '../fold-repeats.ts'
import { useRequested } from '../follow.ts'
import { Choice } from '../parts/choice.tsx'
import { Guarded } from '../parts/guarded.tsx'
import { Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { Search } from '../parts/search.tsx'
import { Segment } from '../parts/segment.tsx'
import { Split } from '../parts/split.tsx'
import type { ViewProps } from '../view-props.ts'
import { FirstRequest } from './first-request.tsx'
import { RequestDetails } from './request-details.tsx'

type OutcomeFilter = 'all' | 'refused' | 'failed'

interface Filter {
  readonly text: string
  readonly operation: string
  readonly outcome: OutcomeFilter
  readonly workflow: string
}

const all: Filter = { text: '', operation: '', outcome: 'all', workflow: '' }

// More rows are too long to read. The filters find older ones.
const visibleEntries = 300

/** Every received request, the newest first, and one of them in full. */
export function Requests(props: ViewProps) {
  const { connection, go, journal, open, route } = props
  const [filter, setFilter] = useState({ ...all, text: route.text })
  const { entries } = journal
  const withText = useRequested(
    async () => (filter.text === '' ? [] : connection.inspect('findExchanges', { text: filter.text })),
    [connection, filter.text],
  )
  const found = useMemo(
    () => entries.filter((entry) => matches(entry, filter, withText.value ?? [])),
    [entries, filter, withText.value],
  )
  const selected = entries.find(({ number }) => String(number) === route.id)
  // Without a connection, the page does not know yet whether there are requests.
  if (entries.length === 0 && route.id === '' && journal.connected) return <FirstRequest {...props} />
  return (
    <Split
      opened={route.id !== ''}
      names={{ list: 'List of requests', details: 'The request' }}
      list={
        <>
          <Filters entries={entries} filter={filter} onChange={setFilter} />
          {found.length === 0 ? (
            <p class="empty">{entries.length === 0 ? 'No request has come yet.' : 'No request matches.'}</p>
          ) : (
            <p class="list-head">
              <span>{dayOf(found[0])}</span> <span>newest first</span>
            </p>
          )}
          <ul>
            {foldRepeats(found.slice(0, visibleEntries)).map((fold) => (
              <FoldRows key={fold.entries.at(-1)?.number} fold={fold} go={go} route={route} selected={selected} />
            ))}
          </ul>
          {found.length > visibleEntries && (
            <p class="muted">{found.length - visibleEntries} older ones; the filters find them</p>
          )}
        </>
      }
    >
      {selected === undefined ? (
        <p class="empty">
          {route.id === '' ? 'Choose a request to see the reason for its response.' : `Request ${route.id} is not remembered.`}
        </p>
      ) : (
        <Guarded key={selected.number} raw={selected} name={`request ${selected.number}`}>
          <RequestDetails connection={connection} entry={selected} go={go} journal={journal} open={open} route={route} />
        </Guarded>
      )}
    </Split>
  )
}

function dayOf(entry: ExchangeSummary | undefined): string {
  return `${(entry?.at ?? '').slice(0, 10)} UTC`
}

interface FoldRowsProps extends Pick<ViewProps, 'go' | 'route'> {
  readonly fold: Fold
  readonly selected: ExchangeSummary | undefined
}

/** One row, or the rows of repeated requests. Only the newest row is shown until they are unfolded. */
function FoldRows({ fold: { entries }, go, route, selected }: FoldRowsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const [newest, ...others] = entries
  if (newest === undefined) return null
  const isVisible = isUnfolded || others.some((entry) => entry === selected)
  return (
    <>
      <li>
        <Link to={{ ...route, id: String(newest.number) }} go={go} current={newest === selected}>
          <Guarded raw={newest} name={`request ${newest.number}`}>
            <Row entry={newest} hasFold={others.length > 0} />
          </Guarded>
        </Link>
        {others.length > 0 && (
          <button type="button" class="fold" aria-expanded={isVisible} onClick={() => setUnfolded(!isVisible)}>
            <Icon name="chevron" />×{entries.length} <span class="hidden">like request {newest.number}</span>
          </button>
        )}
      </li>
      {isVisible &&
        others.map((entry) => (
          <li key={entry.number} class="folded">
            <Link to={{ ...route, id: String(entry.number) }} go={go} current={entry === selected}>
              <Guarded raw={entry} name={`request ${entry.number}`}>
                <Row entry={entry} hasFold={false} />
              </Guarded>
            </Link>
          </li>
        ))}
    </>
  )
}

interface RowProps {
  readonly entry: ExchangeSummary
  /** Whether a button for the repeats is above the row. */
  readonly hasFold: boolean
}

function Row({ entry, hasFold }: RowProps) {
  const outcome = outcomeOf(entry)
  const { after, before, varying } = splitPath(entry.request.path)
  const title = titleOf(entry)
  return (
    <>
      <span class={`status ${outcome}`}>{entry.response?.status ?? '–'}</span>
      <span class="hidden">{excerpt(title)}</span>
      <span class="method" aria-hidden="true">
        {entry.request.method}
      </span>
      <span class="title">
        <span class={`row-path ${hasFold ? 'beside-fold' : ''}`} aria-hidden="true">
          <span class="muted">{shorten(before)}</span>
          <bdi>{excerpt(varying)}</bdi>
          <span class="muted after">{after}</span>
        </span>
        <span class={`row-reason words ${outcome}`}>
          {entry.forwarded !== undefined && <span class="tag">forwarded</span>}
          {entry.faults.map((kind) => (
            <span key={kind} class="tag">
              fault {kind}
            </span>
          ))}
          {outcome === 'failed' && <span class="hidden">run failed: </span>}
          {entry.reason}
        </span>
      </span>
      <span class="muted number">{durationOf(entry.durationMs)}</span>
      <time class="muted number" dateTime={entry.at}>
        {timeOf(entry.at)}
      </time>
    </>
  )
}

/** Leaves out the part of a path that all runs have. */
function shorten(before: string): string {
  return before.replace(/^\/api\/v2\/external\//, '/…/')
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
  const [isOpen, setOpen] = useState(false)
  const workflows = [...new Set(entries.flatMap((entry) => flowIdOf(entry) ?? []))].toSorted()
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].toSorted()
  const count = (outcome: OutcomeFilter): number => entries.filter((entry) => hasOutcome(entry, outcome)).length
  return (
    <search class="filters">
      <Search
        label="Text in the request or the response"
        placeholder="Path, key, text"
        value={filter.text}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <Segment
        label="Outcome"
        value={filter.outcome}
        options={[
          { value: 'all', words: 'All', count: entries.length },
          { value: 'refused', words: 'Refused', count: count('refused') },
          { value: 'failed', words: 'Failed', count: count('failed') },
        ]}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <button type="button" class="default icon-only" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="filter" />
        <span class="hidden">More filters</span>
      </button>
      {isOpen && (
        <div class="more-filters">
          <Choice
            label="Workflow"
            none="any workflow"
            value={filter.workflow}
            options={workflows}
            onChange={(workflow) => onChange({ ...filter, workflow })}
          />
          <Choice
            label="Operation"
            none="any operation"
            value={filter.operation}
            options={operations}
            onChange={(operation) => onChange({ ...filter, operation })}
          />
        </div>
      )}
    </search>
  )
}

function hasOutcome(entry: ExchangeSummary, wanted: OutcomeFilter): boolean {
  if (wanted === 'all') return true
  const outcome = outcomeOf(entry)
  if (wanted === 'refused') return outcome === 'refused'
  return outcome === 'failed' || outcome === 'error' || outcome === 'open'
}

function matches(entry: ExchangeSummary, { operation, outcome, text, workflow }: Filter, withText: readonly number[]): boolean {
  if (operation !== '' && entry.operation !== operation) return false
  if (!hasOutcome(entry, outcome)) return false
  if (workflow !== '' && flowIdOf(entry) !== workflow) return false
  if (text === '') return true
  // The server searches headers and bodies, which the page does not have.
  if (withText.includes(entry.number)) return true
  const { faults, request, response } = entry
  return [titleOf(entry), request.path, response?.status, ...faults].join('\n').toLowerCase().includes(text.toLowerCase())
}
