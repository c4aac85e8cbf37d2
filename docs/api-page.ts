import { LOCKUP } from '@wfhost/internal/design-components'
import { MARK, MARK_ICON, toDesignTokens } from '@wfhost/internal/design-tokens'

const HEADER_HEIGHT = '48px'

/** The header is like the one of the playground. Scalar gives `body` a class for the scheme that the reader has chosen. */
const style = `${toDesignTokens(':root')}${LOCKUP}
:root { color-scheme: light dark; --scalar-custom-header-height: ${HEADER_HEIGHT}; }
body { margin: 0; background: var(--bg); }
body.light-mode { color-scheme: light; }
body.dark-mode { color-scheme: dark; }
.bar { box-sizing: border-box; height: ${HEADER_HEIGHT}; padding: 4px 16px; display: flex; align-items: center; border-bottom: 1px solid var(--line); background: var(--surface); }
.bar .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`

/** Gives the reference the colours and fonts of the other pages. */
const customCss = `.light-mode, .dark-mode {
  --scalar-font: var(--sans);
  --scalar-font-code: var(--mono);
  --scalar-background-1: var(--surface);
  --scalar-background-2: var(--bg);
  --scalar-background-3: var(--sunken);
  --scalar-background-accent: var(--soft);
  --scalar-border-color: var(--line);
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--ink-2);
  --scalar-color-3: var(--ink-3);
  --scalar-color-accent: var(--accent);
}`

/** Writes the page that shows the API document with Scalar. It sends no requests to other servers. */
export function writeApiPage(): string {
  const options = JSON.stringify({
    ...{ url: './openapi.yaml', withDefaultFonts: false, telemetry: false },
    // These buttons would send the document to another company.
    ...{ showDeveloperTools: 'never', agent: { disabled: true }, mcp: { disabled: true }, hideClientButton: true },
    customCss,
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The API</title><link rel="icon" href="${MARK_ICON}"><style>${style}</style></head>
<body><nav class="bar"><a class="lockup" href="./index.html">${MARK}<span>wfhost<span class="part">/api</span></span><span class="hidden">: the documentation</span></a></nav>
<div id="api"></div><script src="./scalar.js"></script><script>Scalar.createApiReference('#api', ${options})</script></body></html>
`
}
