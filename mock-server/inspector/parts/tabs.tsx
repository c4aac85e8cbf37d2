import { useEffect, useRef, useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { type Route, type View, views } from '../route.ts'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './link.tsx'

interface TabsProps {
  readonly route: Route
  readonly go: (change: Partial<Route>) => void
  readonly titles: Readonly<Record<View, { readonly title: string }>>
  readonly counts: InspectionOutput<'counts'> | undefined
}

const icons: Readonly<Record<View, IconName>> = {
  requests: 'list',
  runs: 'runs',
  workflows: 'flow',
  tools: 'key',
  registries: 'sync',
  faults: 'bolt',
  world: 'file',
}

/** The views that a narrow page shows behind "More". */
const inMoreMenu: readonly View[] = ['tools', 'registries', 'world']

/** The views: tabs at the top, or a bar at the bottom of a narrow page. */
export function Tabs({ counts, go, route, titles }: TabsProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLElement>(null)
  useEffect(() => setOpen(false), [route.view])
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event): void => {
      if (root.current !== null && !event.composedPath().includes(root.current)) setOpen(false)
    }
    addEventListener('pointerdown', closeOutside)
    return () => removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function closeOnEscape(event: KeyboardEvent): void {
    if (!isOpen || event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    root.current?.querySelector<HTMLElement>('button.more')?.focus()
  }

  return (
    <nav aria-label="Views" ref={root} class={isOpen ? 'more-open' : ''} onKeyDown={closeOnEscape}>
      {views.map((view) => (
        <span key={view} class={inMoreMenu.includes(view) ? 'tab behind-more' : 'tab'}>
          <Link to={{ view, id: '', world: route.world, text: '' }} go={go} current={view === route.view ? 'page' : undefined}>
            <Icon name={icons[view]} />
            <span>{titles[view].title}</span>
            <Count view={view} counts={counts} />
          </Link>
        </span>
      ))}
      <button
        type="button"
        class={inMoreMenu.includes(route.view) ? 'tab more current' : 'tab more'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
        More
      </button>
    </nav>
  )
}

function Count({ counts, view }: Pick<TabsProps, 'counts'> & { readonly view: View }) {
  if (counts === undefined) return null
  if (view === 'requests' && counts.requests > 0) return <span class="count"> {counts.requests}</span>
  if (view === 'runs' && counts.runs > 0) return <span class="count"> {counts.runs}</span>
  if (view === 'faults' && counts.faults > 0) return <span class="badge refused"> {counts.faults} on</span>
  return null
}
