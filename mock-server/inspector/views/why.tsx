import { requirementPage } from '@wfhost/internal/documentation'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import type { ExchangeSummary, JournalEntry } from '../../src/schema/journal.ts'
import { flowIdOf, outcomeOf } from '../entry-words.ts'
import { type Fix, findFix } from '../fixes.ts'
import { useAsked } from '../follow.ts'
import { Act, Button, Copy } from '../parts/act.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { messageOf } from '../parts/message-of.ts'
import { useToast } from '../parts/toast.tsx'
import { Trail, type TrailStep } from '../parts/trail.tsx'
import { writeTypeScript, writeVitest } from '../request-code.ts'
import { readRunBody } from '../run-arguments.ts'
import { trailOfFailedRun, trailOfRefusedRun } from '../run-trail.ts'
import type { DetailsProps } from './request-details.tsx'
import { outcomeOfResponse } from './run-response.tsx'

interface WhyProps extends DetailsProps {
  /** The request and the response in full, once they are read. */
  readonly full: JournalEntry | undefined
}

type Explanation = InspectionOutput<'explain'>

/** Explains the response, and offers the next step. */
export function Why(props: WhyProps) {
  const { connection, entry, full } = props
  const { number, response } = entry
  const { value: explained } = useAsked(() => connection.inspect('explain', { number }), [connection, number, response?.status])
  const { value: overview } = useAsked(() => connection.inspect('overview'), [connection, entry])
  const outcome = outcomeOf(entry)
  const isWrong = outcome !== 'ok'
  const trail = isWrong ? findTrail(entry, full) : undefined
  const fix = full === undefined || overview === undefined || outcome === 'ok' ? undefined : findFix(full, overview)
  return (
    <>
      <section class={`why ${outcome}`} aria-label="Why">
        {isWrong && (
          <p class="band">
            <span>why</span> <span>{describeOutcome(entry)}</span>
          </p>
        )}
        {isWrong && explained?.reason !== undefined && <p class="reason">{explained.reason}</p>}
        {explained?.hint !== undefined && <p class="hint">{explained.hint}</p>}
        {entry.forwarded !== undefined && <p class="hint">The world does not have it: {entry.forwarded} answered.</p>}
        {entry.faults.length > 0 && <p class="hint">A fault decided: {entry.faults.join(', ')}.</p>}
        {trail !== undefined && <Trail steps={trail} />}
        {full !== undefined && fix?.kind === 'useKey' && <Keys full={full} needed={fix.keyName} />}
        {full !== undefined && <Actions {...props} full={full} fix={fix} />}
      </section>
      {explained !== undefined && <Rules explained={explained} isOpen={isWrong} />}
    </>
  )
}

/** The checks that the server made, if it was the world that refused or failed a run. */
function findTrail({ faults, forwarded, operation, response }: ExchangeSummary, full: JournalEntry | undefined) {
  const isDecidedByWorld = faults.length === 0 && forwarded === undefined
  if (operation !== 'runPublishedWorkflow' || response === undefined || !isDecidedByWorld) return undefined
  return response.status >= 400 ? trailOfRefusedRun(response.status) : trailOfSteps(full?.response?.body)
}

function trailOfSteps(body: string | undefined): readonly TrailStep[] | undefined {
  try {
    const { stepOutputs } = Object(JSON.parse(body ?? ''))
    return trailOfFailedRun(Object(stepOutputs))
  } catch {
    return undefined
  }
}

function describeOutcome(entry: ExchangeSummary): string {
  if (entry.response === undefined) return 'no response'
  if (outcomeOf(entry) === 'refused') return 'refused, nothing ran'
  return entry.response.status >= 500 ? 'the server failed' : 'the run failed, the request succeeded'
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

interface ActionsProps extends DetailsProps {
  readonly full: JournalEntry
  readonly fix: Fix | undefined
}

function Actions({ connection, entry, fix, full, go, journal, open }: ActionsProps) {
  const { number } = entry
  const { body, headers, method, path } = full.request
  const sent = { method, path, headers, body }
  const run = readSentRun(full)
  const toast = useToast()

  async function sendAgain(): Promise<void> {
    go({ view: 'requests', id: String(await connection.inspect('sendAgain', { number })) })
  }

  function report(action: Promise<unknown>, done: string): void {
    action.then(
      () => done !== '' && toast({ text: done }),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  }

  const copy = (text: string): void => report(navigator.clipboard.writeText(text), 'Copied')
  const { baseUrl } = connection
  const outcome = outcomeOfResponse(full.response)
  const further: readonly (MenuItem | undefined)[] = [
    fix === undefined ? undefined : { label: 'Send again', icon: 'redo', onChoose: () => report(sendAgain(), '') },
    run && { label: 'Copy as TypeScript', icon: 'copy', onChoose: () => copy(writeTypeScript(run, baseUrl)) },
    run && { label: 'Copy as vitest test', icon: 'copy', onChoose: () => copy(writeVitest(run, { baseUrl, outcome })) },
    run && {
      label: 'Run with other arguments…',
      icon: 'play',
      onChoose: () => open({ kind: 'run', flowId: run.flowId, args: run.args }),
    },
    entry.faults.length === 0
      ? undefined
      : { label: 'Show the faults', icon: 'bolt', onChoose: () => go({ view: 'faults', id: '' }) },
  ]
  return (
    <div class="actions">
      {fix !== undefined && <FixButton connection={connection} fix={fix} full={full} go={go} open={open} journal={journal} />}
      <Button icon="edit" onClick={() => open({ kind: 'send', request: sent })}>
        Edit and send
      </Button>
      {fix === undefined && (
        <Act icon="redo" onAct={sendAgain}>
          Send again
        </Act>
      )}
      <Copy look="default" text={() => connection.inspect('curl', { number, baseUrl: connection.baseUrl })}>
        Copy as curl
      </Copy>
      <Menu label="More actions" items={further.filter((item) => item !== undefined)} />
    </div>
  )
}

function readSentRun(full: JournalEntry) {
  const flowId = flowIdOf(full)
  const body = readRunBody(full.request.body)
  return flowId === undefined || body === undefined ? undefined : { flowId, keyName: '', ...body }
}

interface FixProps extends Pick<DetailsProps, 'connection' | 'go' | 'journal' | 'open'> {
  readonly fix: Fix
  readonly full: JournalEntry
}

/** The one filled button of a refusal: it makes the change, and sends the request again. */
function FixButton({ connection, fix, full, go, open }: FixProps) {
  const { number, request } = full
  async function sendAgain(): Promise<void> {
    go({ view: 'requests', id: String(await connection.inspect('sendAgain', { number })) })
  }

  switch (fix.kind) {
    case 'useKey':
      return (
        <Act
          look="primary"
          icon="redo"
          onAct={async () => {
            const { body, method, path } = request
            const headers = { ...request.headers, authorization: `Bearer ${fix.keyName}` }
            go({ view: 'requests', id: String(await connection.inspect('send', { method, path, headers, body })) })
          }}
        >
          Send with the key of {fix.of}
        </Act>
      )
    case 'publish':
      return (
        <Act
          look="primary"
          done={`${fix.flowId} is published`}
          onAct={async () => {
            await connection.call('publishWorkflow', { flowId: fix.flowId })
            await sendAgain()
          }}
        >
          Publish {fix.flowId} and send
        </Act>
      )
    case 'restore':
      return (
        <Act
          look="primary"
          done={`${fix.flowId} is restored`}
          onAct={async () => {
            await connection.call('restoreWorkflow', { flowId: fix.flowId })
            await sendAgain()
          }}
        >
          Restore {fix.flowId} and send
        </Act>
      )
    case 'wait':
      return (
        <Act
          look="primary"
          icon="clock"
          done={`The clock is ${fix.seconds} s ahead`}
          onAct={async () => {
            await connection.call('advanceClock', { ms: fix.seconds * 1000 })
            await sendAgain()
          }}
        >
          Advance the clock {fix.seconds} s and send
        </Act>
      )
    case 'addCredits':
      return (
        <Act
          look="primary"
          done={`${fix.orgId} has 10 credits`}
          onAct={async () => {
            await connection.call('setCredits', { orgId: fix.orgId, credits: 10 })
            await sendAgain()
          }}
        >
          Give {fix.orgId} 10 credits and send
        </Act>
      )
    case 'changeArguments':
      return (
        <Button
          look="primary"
          icon="edit"
          onClick={() => open({ kind: 'run', flowId: fix.flowId, args: readRunBody(request.body)?.args })}
        >
          Change arguments and run
        </Button>
      )
  }
}

interface RulesProps {
  readonly explained: Explanation
  readonly isOpen: boolean
}

function Rules({ explained: { assumptions, requirements }, isOpen }: RulesProps) {
  if (requirements.length + assumptions.length === 0) return null
  return (
    <section class="rules-card" aria-label="Requirements">
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
