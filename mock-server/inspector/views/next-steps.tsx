import type { JournalEntry } from '../../src/schema/journal.ts'
import { flowIdOf } from '../entry-words.ts'
import type { Fix } from '../fixes.ts'
import { Act, Button, Copy } from '../parts/act.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { messageOf } from '../parts/message-of.ts'
import { useToast } from '../parts/toast.tsx'
import { writeTypeScript, writeVitest } from '../request-code.ts'
import { readRunBody } from '../run-arguments.ts'
import type { DetailsProps } from '../view-props.ts'
import { outcomeOfResponse } from './run-response.tsx'

interface NextStepsProps extends DetailsProps {
  readonly full: JournalEntry
  readonly fix: Fix | undefined
}

/** The actions on a request. The first one makes a refused request succeed. */
export function NextSteps({ connection, entry, fix, full, go, journal, open }: NextStepsProps) {
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
          done={`The clock is ${describeSeconds(fix.seconds)} ahead`}
          onAct={async () => {
            await connection.call('advanceClock', { ms: fix.seconds * 1000 })
            await sendAgain()
          }}
        >
          Advance the clock {describeSeconds(fix.seconds)} and send
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

function describeSeconds(seconds: number): string {
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
