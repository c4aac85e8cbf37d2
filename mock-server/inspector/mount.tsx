import { render } from 'preact'
import base from './base.css?inline'
import type { Reach } from './connection.ts'
import { Inspector } from './inspector.tsx'
import sheets from './sheets.css?inline'
import views from './views.css?inline'

/** Where the inspector is shown, and what it reaches. */
export interface InspectorOptions extends Reach {
  /** Whether the address of the page names what is shown, for links to a request or a run. @default false */
  readonly hash?: boolean
}

/**
 * Shows the inspector of a server in an element of a page: of one over HTTP, or of a host in the same page through its `fetch`.
 * Its styles and those of the page do not meet.
 *
 * @returns what takes it away again.
 */
export function mountInspector(element: Element, { hash = false, ...reach }: InspectorOptions = {}): () => void {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // What is constructed needs no permission of a policy, which an element with styles would.
  sheet.replaceSync(base + views + sheets)
  root.adoptedStyleSheets = [sheet]
  element.append(host)
  render(<Inspector reach={reach} hash={hash} keys={hash ? document : root} />, root)
  return () => {
    render(null, root)
    host.remove()
  }
}
