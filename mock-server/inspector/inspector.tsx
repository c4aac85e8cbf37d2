import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { connect, type Reach } from './connection.ts'
import { useAsked, useJournal } from './follow.ts'
import { Choice } from './parts/choice.tsx'
import { Guarded } from './parts/guarded.tsx'
import { Link } from './parts/link.tsx'
import { Mark } from './parts/mark.tsx'
import { type Route, useRoute, type View, views } from './route.ts'
import type { ViewProps } from './view-props.ts'
import { Faults } from './views/faults.tsx'
import { Requests } from './views/requests.tsx'
import { Runs } from './views/runs.tsx'
import { Tools } from './views/tools.tsx'
import { Workflows } from './views/workflows.tsx'
import { World } from './views/world.tsx'

interface Shown {
  readonly title: string
  readonly Content: (props: ViewProps) => JSX.Element
}

const shownBy: Readonly<Record<View, Shown>> = {
  requests: { title: 'Requests', Content: Requests },
  runs: { title: 'Runs', Content: Runs },
  workflows: { title: 'Workflows', Content: Workflows },
  tools: { title: 'Tools', Content: Tools },
  faults: { title: 'Faults and clock', Content: Faults },
  world: { title: 'World', Content: World },
}

export function Inspector({ hash, keys, reach }: { readonly reach: Reach; readonly hash: boolean; readonly keys: EventTarget }) {
  const [route, go] = useRoute(hash)
  // For this tab only, as long as it is open.
  const [token, setToken] = useState(() => (hash ? (sessionStorage.getItem('token') ?? undefined) : undefined))
  const connection = useMemo(
    () => connect(token === undefined ? reach : { ...reach, token }, route.world),
    [reach, route.world, token],
  )
  const journal = useJournal(connection)
  const worlds = useAsked(() => connection.worlds(), [connection])
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | undefined>>>({})
  const root = useRef<HTMLDivElement>(null)
  useShortcuts({ keys, root, go })
  const { Content, title } = shownBy[route.view]
  useEffect(() => {
    if (hash) document.title = `${title} – reference server`
  }, [hash, title])
  // In the page of an application, the inspector is a part, and the application has its own heading.
  const Region = hash ? 'main' : 'section'
  const onDraft = (text: string | undefined): void => setDrafts((others) => ({ ...others, [route.world]: text }))
  const shown = { connection, journal, route, go, draft: drafts[route.world], onDraft }
  const ids = [...new Set([...(worlds.value ?? []).map(({ id }) => id), ...(route.world === '' ? [] : [route.world])])]
  return (
    <div class="page" ref={root}>
      <header>
        <h1 aria-label="Reference server">
          <Mark />
          <span>
            wfhost<span class="part">/mock</span>
          </span>
        </h1>
        <span class="address">{new URL(connection.baseUrl).host}</span>
        <nav aria-label="Views">
          {views.map((view) => (
            <Link key={view} to={{ view, id: '', world: route.world }} go={go} current={view === route.view ? 'page' : undefined}>
              {shownBy[view].title}
            </Link>
          ))}
        </nav>
        {ids.length > 0 && (
          <label class="worlds">
            World
            <Choice value={route.world} none="at /" options={ids} onChange={(world) => go({ world, id: '' })} />
          </label>
        )}
        <span role="status" class={journal.connected ? 'state live' : 'state lost'}>
          {journal.connected ? 'Live' : 'Connecting …'}
        </span>
      </header>
      <Region class="content" aria-label={title}>
        {worlds.problem === undefined ? (
          <Guarded key={`${route.view} ${route.world}`} raw={rawOf(shown)} name={title}>
            <Content {...shown} />
          </Guarded>
        ) : (
          <Locked
            problem={worlds.problem}
            isWrong={token !== undefined}
            onToken={(given) => {
              if (hash) sessionStorage.setItem('token', given)
              setToken(given)
            }}
          />
        )}
      </Region>
    </div>
  )
}

/** Shows the content of a view as text, for a view that cannot be drawn. */
function rawOf({ journal, route }: Pick<ViewProps, 'journal' | 'route'>): unknown {
  if (route.view === 'requests' || route.view === 'runs') return journal.entries
  return route
}

interface LockedProps {
  readonly problem: string
  /** Whether a token was tried. */
  readonly isWrong: boolean
  readonly onToken: (token: string) => void
}

/** Explains why the control surface is closed to the page, and how to open it if possible. */
function Locked({ isWrong, onToken, problem }: LockedProps) {
  const [given, setGiven] = useState('')
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault()
        onToken(given)
      }}
    >
      <p class="problem">
        {problem}
        {isWrong && problem.endsWith('token') && '; the one that was entered is wrong'}
      </p>
      {problem.endsWith('token') && (
        <p class="actions">
          <label>
            Token{' '}
            <input
              type="password"
              autocomplete="current-password"
              value={given}
              onInput={({ currentTarget }) => setGiven(currentTarget.value)}
            />
          </label>
          <button type="submit">Use it</button>
        </p>
      )}
    </form>
  )
}

interface Shortcuts {
  readonly keys: EventTarget
  readonly root: { readonly current: HTMLElement | null }
  readonly go: (change: Partial<Route>) => void
}

/** 1 to 6 choose a view, / goes to the filter, j and k move in a list, Enter opens an entry, Escape leaves it. */
function useShortcuts({ go, keys, root }: Shortcuts): void {
  useEffect(() => {
    function press(event: Event): void {
      if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.composedPath()[0]
      const isTyping = target instanceof HTMLElement && /^(input|textarea|select)$/i.test(target.tagName)
      if (isTyping && event.key !== 'Escape') return
      const view = views[Number(event.key) - 1]
      if (view !== undefined) go({ view, id: '' })
      else if (event.key === '/') root.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
      else if (event.key === 'Escape' && isTyping) leave(target, root.current)
      else if (event.key === 'Escape') go({ id: '' })
      else if (event.key === 'Enter' && target instanceof HTMLElement && target.matches('.list a[aria-current=true]'))
        root.current?.querySelector<HTMLElement>('.details')?.focus()
      else if (event.key === 'j' || event.key === 'k') move(root.current, event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    keys.addEventListener('keydown', press)
    return () => keys.removeEventListener('keydown', press)
  }, [go, keys, root])
}

/** Leaves a field. The filter continues with its first result. */
function leave(field: HTMLElement, root: HTMLElement | null): void {
  field.blur()
  if (field.matches('.filters *')) root?.querySelector<HTMLElement>('.list a[aria-current=true], .list a')?.focus()
}

/** Opens the next or the previous item of the visible list. */
function move(root: HTMLElement | null, by: number): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('.list a') ?? [])]
  const current = items.findIndex((item) => item.getAttribute('aria-current') === 'true')
  const next = items[Math.min(Math.max(current + by, 0), items.length - 1)]
  next?.click()
  next?.focus()
}
