import type { JournalEntry } from '../../src/schema/journal.ts'
import { durationOf } from '../entry-words.ts'
import { Button } from '../parts/act.tsx'
import { Icon } from '../parts/icon.tsx'
import { BodyView } from '../parts/json-view.tsx'
import type { ExpectedOutcome } from '../request-code.ts'

type Response = NonNullable<JournalEntry['response']>

interface RunResponseProps {
  readonly response: Response | undefined
  readonly durationMs: number | undefined
  readonly onOpen: () => void
}

/** The response to a run: its status, its steps and its body. */
export function RunResponse({ durationMs, onOpen, response }: RunResponseProps) {
  if (response === undefined) return <p class="muted">The server has not responded yet …</p>
  const { kind, words } = describe(response)
  return (
    <section class="pane run-response" aria-label="Response">
      <p class="response-head">
        <span class={`status ${kind}`}>{response.status}</span>
        <strong class={`words ${kind}`}>{words}</strong>
        <span class="muted number">{durationOf(durationMs)}</span>
      </p>
      <Steps body={response.body} />
      <BodyView label="Result" text={findTellingPart(response.body)} />
      <Button look="quiet" onClick={onOpen}>
        Open the request
      </Button>
    </section>
  )
}

function describe({ body, status }: Response): { readonly kind: 'ok' | 'failed' | 'refused' | 'error'; readonly words: string } {
  if (status >= 500) return { kind: 'error', words: 'server error' }
  if (status >= 400) return { kind: 'refused', words: 'refused, nothing ran' }
  const outcome = outcomeOfResponse({ status, body, headers: {} })
  if (outcome.kind === 'failed') return { kind: 'failed', words: `failed: ${outcome.errorName}` }
  return { kind: 'ok', words: outcome.kind === 'started' ? 'started' : 'success' }
}

function Steps({ body }: { readonly body: string | undefined }) {
  const steps = Object.entries(Object(Object(parse(body)).stepOutputs))
  if (steps.length === 0) return null
  return (
    <ul class="response-steps" aria-label="Steps">
      {steps.map(([id, output]) => {
        const isFailed = Object(output).status === 'failed'
        return (
          <li key={id} class={isFailed ? 'failed' : 'passed'}>
            <Icon name={isFailed ? 'close' : 'check'} /> <code>{id}</code>{' '}
            <span class="hidden">{isFailed ? 'failed' : 'succeeded'}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the result or the error of a run. The request in the list has the whole body. */
function findTellingPart(body: string | undefined): string | undefined {
  const { error, result, status } = Object(parse(body))
  if (status === 'success') return JSON.stringify(result) ?? body
  return status === 'failed' ? JSON.stringify(error) : body
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Returns the outcome that a test of this run would expect. */
export function outcomeOfResponse(response: Response | undefined): ExpectedOutcome {
  if (response === undefined) return { kind: 'unknown' }
  if (response.status >= 400) return { kind: 'refused', status: response.status }

  const { error, result, status } = Object(parse(response.body))
  if (status === 'failed') return { kind: 'failed', errorName: String(Object(error).name) }
  return status === 'success' ? { kind: 'succeeded', result } : { kind: 'started' }
}
