import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { connect, type Reach } from './connection.ts'
import { useJournal, useRequested } from './follow.ts'
import { Button } from './parts/act.tsx'
import { Choice } from './parts/choice.tsx'
import { Confirm, type Question } from './parts/dialog.tsx'
import { Guarded } from './parts/guarded.tsx'
import { Locked } from './parts/locked.tsx'
import { Mark } from './parts/mark.tsx'
import { Tabs } from './parts/tabs.tsx'
import { Toasts } from './parts/toast.tsx'
import { useRoute, type View } from './route.ts'
import { useShortcuts } from './shortcuts.ts'
import type { Sheet, ViewProps } from './view-props.ts'
import { Faults } from './views/faults.tsx'
import { Registries } from './views/registries.tsx'
import { Requests } from './views/requests.tsx'
import { RunSheet } from './views/run-sheet.tsx'
import { Runs } from './views/runs.tsx'
import { SendSheet } from './views/send-sheet.tsx'
import { Tools } from './views/tools.tsx'
import { Workflows } from './views/workflows.tsx'
import { World } from './views/world.tsx'

interface Visible {
  readonly title: string
  readonly Content: (props: ViewProps) => JSX.Element
}

const visibleBy: Readonly<Record<View, Visible>> = {
  requests: { title: 'Requests', Content: Requests },
  runs: { title: 'Runs', Content: Runs },
  workflows: { title: 'Workflows', Content: Workflows },
  tools: { title: 'Tools', Content: Tools },
  registries: { title: 'Registries', Content: Registries },
  faults: { title: 'Faults', Content: Faults },
  world: { title: 'World', Content: World },
}

interface InspectorProps {
  readonly reach: Reach
  readonly hash: boolean
  readonly keys: EventTarget
}

export function Inspector({ hash, keys, reach }: InspectorProps) {
  const [route, go] = useRoute(hash)
  // The token is kept for this tab only, until the tab is closed.
  const [token, setToken] = useState(() => (hash ? (sessionStorage.getItem('token') ?? undefined) : undefined))
  const connection = useMemo(
    () => connect(token === undefined ? reach : { ...reach, token }, route.world),
    [reach, route.world, token],
  )
  const journal = useJournal(connection)
  const worlds = useRequested(() => connection.worlds(), [connection])
  const { value: counts } = useRequested(() => connection.inspect('counts'), [connection, journal.entries])
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | undefined>>>({})
  const [sheet, open] = useState<Sheet | undefined>()
  const [question, ask] = useState<Question | undefined>()
  const root = useRef<HTMLDivElement>(null)
  useShortcuts({ keys, root, go })
  const { Content, title } = visibleBy[route.view]
  useEffect(() => {
    if (hash) document.title = `${title} – reference server`
  }, [hash, title])
  // In the page of an application, the inspector is a part, and the application has its own heading.
  const Region = hash ? 'main' : 'section'
  const onDraft = (text: string | undefined): void => setDrafts((others) => ({ ...others, [route.world]: text }))
  const visible: ViewProps = { connection, journal, route, go, open, ask, draft: drafts[route.world], onDraft }
  const ids = [...new Set([...(worlds.value ?? []).map(({ id }) => id), ...(route.world === '' ? [] : [route.world])])]
  // A page that was open keeps what it has while the server is away.
  const isLocked = worlds.problem !== undefined && (worlds.isRefused || worlds.value === undefined)
  return (
    <Toasts>
      <div class="page" ref={root}>
        <header>
          <h1 class="lockup" aria-label="Reference server">
            <Mark />
            <span class="wordmark">
              wfhost<span class="part">/mock</span>
            </span>
            <span class="view-title">{title}</span>
          </h1>
          <div class="side">
            {ids.length > 0 && (
              <label class="worlds">
                World
                <Choice value={route.world} none="at /" options={ids} onChange={(world) => go({ world, id: '' })} />
              </label>
            )}
            <span role="status" class={journal.connected ? 'state live' : 'state lost'}>
              {journal.connected ? 'Live' : 'Connecting …'}
            </span>
            <span class="address">{new URL(connection.baseUrl).host}</span>
            <Button look="tonal" icon="play" onClick={() => open({ kind: 'run' })}>
              Run<span class="wide"> a workflow</span>
            </Button>
          </div>
        </header>
        <Tabs route={route} go={go} titles={visibleBy} counts={counts} />
        <Region class="content" aria-label={title}>
          {!journal.connected && worlds.problem !== undefined && !isLocked && (
            <p class="banner">{worlds.problem} It shows the last data from the server.</p>
          )}
          {isLocked ? (
            <Locked
              problem={worlds.problem}
              isWrong={token !== undefined}
              onToken={(given) => {
                if (hash) sessionStorage.setItem('token', given)
                setToken(given)
              }}
            />
          ) : (
            <Guarded key={`${route.view} ${route.world} ${route.text}`} raw={rawOf(visible)} name={title}>
              <Content {...visible} />
            </Guarded>
          )}
        </Region>
        <Overlay
          {...visible}
          sheet={sheet}
          question={question}
          onCloseSheet={() => open(undefined)}
          onAnswer={() => ask(undefined)}
        />
      </div>
    </Toasts>
  )
}

/** Shows the content of a view as text, for a view that cannot be drawn. */
function rawOf({ journal, route }: Pick<ViewProps, 'journal' | 'route'>): unknown {
  if (route.view === 'requests' || route.view === 'runs') return journal.entries
  return route
}

interface OverlayProps extends ViewProps {
  readonly sheet: Sheet | undefined
  readonly question: Question | undefined
  readonly onCloseSheet: () => void
  readonly onAnswer: () => void
}

/** The form or the question above the page. */
function Overlay({ connection, go, journal, onAnswer, onCloseSheet, question, sheet }: OverlayProps) {
  if (question !== undefined) return <Confirm question={question} onClose={onAnswer} />
  if (sheet === undefined) return null
  if (sheet.kind === 'send') {
    return <SendSheet connection={connection} go={go} request={sheet.request} onClose={onCloseSheet} />
  }
  return (
    <RunSheet connection={connection} go={go} journal={journal} flowId={sheet.flowId} args={sheet.args} onClose={onCloseSheet} />
  )
}
