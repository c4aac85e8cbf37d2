import { PAGE_COMPONENTS } from '@wfhost/internal/design-components'
import { toDesignTokens } from '@wfhost/internal/design-tokens'
import { render } from 'preact'
import { Inspector } from './inspector.tsx'
import { Guarded } from './parts/guarded.tsx'
import type { InspectorOptions } from './public/inspector.d.ts'
import { refuseWrongElement, refuseWrongOptions } from './refuse-options.ts'
import { styles } from './styles/styles.ts'

/** Users compile against this declaration. */
export function mountInspector(element: Element, options: InspectorOptions = {}): () => void {
  refuseWrongOptions(options)
  refuseWrongElement(element)
  const { hash = false, ...reach } = options

  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // A constructed style sheet needs no permission of a policy. A style element would.
  sheet.replaceSync(toDesignTokens(':host') + PAGE_COMPONENTS + styles)
  root.adoptedStyleSheets = [sheet]
  // On its own page, the inspector has the whole page.
  if (hash) Object.assign(host.style, { position: 'fixed', inset: '0', height: 'auto' })
  else host.className = 'embedded'
  element.append(host)
  render(
    <Guarded raw={reach.url} name="the page">
      <Inspector reach={reach} hash={hash} keys={hash ? document : root} />
    </Guarded>,
    root,
  )
  return () => {
    render(null, root)
    host.remove()
  }
}
