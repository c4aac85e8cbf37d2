import { getRequirementUrl } from '@wfhost/internal/documentation'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import type { ExchangeSummary, JournalEntry } from '../../src/schema/journal.ts'
import { outcomeOf } from '../entry-words.ts'
import { findFix } from '../fixes.ts'
import { useRequested } from '../follow.ts'
import { Trail } from '../parts/trail.tsx'
import type { DetailsProps } from '../view-props.ts'
import { NextSteps } from './next-steps.tsx'

interface WhyProps extends DetailsProps {
  /** The request and the response in full, once they are read. */
  readonly full: JournalEntry | undefined
}

type Explanation = InspectionOutput<'explain'>

/** Explains the response, and offers the next step. */
export function Why(props: WhyProps) {
  const { connection, entry, full } = props
  const { number, response } = entry
  const { value: explained } = useRequested(
    () => connection.inspect('explain', { number }),
    [connection, number, response?.status],
  )
  const { value: overview } = useRequested(() => connection.inspect('overview'), [connection, entry])
  const outcome = outcomeOf(entry)
  const isWrong = outcome !== 'ok'
  const fix = full === undefined || overview === undefined || outcome === 'ok' ? undefined : findFix(full, overview)
  return (
    <>
      <section class={`why ${outcome}`} aria-label="Why">
        {isWrong && (
          <p class="band">
            <span>why</span> <span>{describeOutcome(entry)}</span>
          </p>
        )}
        {isWrong && (
          <Reason
            reason={explained?.reason}
            failure={outcome === 'failed' ? readFailure(entry, full?.response?.body) : undefined}
          />
        )}
        {explained?.hint !== undefined && <p class="hint">{explained.hint}</p>}
        {entry.forwarded !== undefined && <p class="hint">The world does not have it: {entry.forwarded} responded.</p>}
        {entry.faults.length > 0 && <p class="hint">A fault decided: {entry.faults.join(', ')}.</p>}
        {isWrong && explained?.trail !== undefined && <Trail steps={explained.trail} />}
        {full !== undefined && fix?.kind === 'useKey' && <Keys full={full} needed={fix.keyName} />}
        {full !== undefined && <NextSteps {...props} full={full} fix={fix} />}
      </section>
      {explained !== undefined && <Rules explained={explained} isOpen={outcome === 'refused' || outcome === 'error'} />}
    </>
  )
}

/** The error of a run or of an execution that failed. */
interface Failure {
  readonly title: string
  readonly text: string
}

function Reason({ failure, reason }: { readonly reason: string | undefined; readonly failure: Failure | undefined }) {
  if (failure === undefined) return reason === undefined ? null : <p class="reason">{reason}</p>
  return (
    <>
      <p class="reason">{failure.title}</p>
      <p>{failure.text}</p>
    </>
  )
}

function readFailure(entry: ExchangeSummary, body: string | undefined): Failure | undefined {
  const { error, status, stepOutputs } = Object(parseBody(body))
  if (status !== 'failed') return undefined

  const { name, value } = Object(error)
  const advice = `The response to a failed ${nounOf(entry)} has the status ${entry.response?.status}, and its body has the failure.`
  return {
    title: `${describePlace(entry, stepOutputs)} failed: ${excerpt(String(name))}`,
    text: `${endSentence(excerpt(String(value)))} ${advice}`,
  }
}

/** Names the part that failed: a tool, a step of a workflow, or the workflow itself. */
function describePlace({ operation, tool = 'a tool' }: ExchangeSummary, stepOutputs: unknown): string {
  if (operation === 'executeTool') return `Tool ${tool}`

  const [step] = Object.entries(Object(stepOutputs)).find(([, output]) => Object(output).status === 'failed') ?? []
  return step === undefined ? 'The workflow' : `Step ${step}`
}

function nounOf({ operation }: ExchangeSummary): 'execution' | 'run' {
  return operation === 'executeTool' ? 'execution' : 'run'
}

// An error can be as long as a response.
const longestText = 300

function excerpt(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)} …` : text
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function parseBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

function describeOutcome(entry: ExchangeSummary): string {
  if (entry.response === undefined) return 'no response'
  const { status } = entry.response
  switch (outcomeOf(entry)) {
    case 'refused':
      return 'refused, nothing ran'
    case 'error':
      return 'the server failed'
    default:
      return status < 400 ? `the ${nounOf(entry)} failed, the request succeeded` : `the ${nounOf(entry)} failed`
  }
}

/** The key that was sent, and the key that the request needs. */
function Keys({ full, needed }: { readonly full: JournalEntry; readonly needed: string }) {
  const sent = full.request.headers['authorization'] ?? 'no key'
  return (
    <dl class="keys">
      <div>
        <dt>Sent</dt>
        <dd class="sent">{sent.replace(/^Bearer /i, '')}</dd>
      </div>
      <div>
        <dt>Needed</dt>
        <dd class="needed">{needed}</dd>
      </div>
    </dl>
  )
}

interface RulesProps {
  readonly explained: Explanation
  readonly isOpen: boolean
}

function Rules({ explained: { assumptions, requirements }, isOpen }: RulesProps) {
  if (requirements.length + assumptions.length === 0) return null
  return (
    <section class="card rules-card" aria-label="Requirements">
      {requirements.length > 0 && <RuleList title="The document requires it" rules={requirements} isOpen={isOpen} />}
      {assumptions.length > 0 && <RuleList title="This server assumes" rules={assumptions} isOpen={false} />}
    </section>
  )
}

interface RuleListProps {
  readonly title: string
  readonly rules: Explanation['assumptions']
  readonly isOpen: boolean
}

function RuleList({ isOpen, rules, title }: RuleListProps) {
  return (
    <details open={isOpen}>
      <summary>
        {title} <span class="muted">{rules.length}</span>
      </summary>
      <dl class="rules">
        {rules.map(({ choice, id, statement }) => (
          <div key={id}>
            <dt>
              <a href={getRequirementUrl(id)} target="_blank" rel="noreferrer">
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
