/** The mark and the name of a part, at the beginning of a page. */
export const LOCKUP = `
.lockup { display: flex; align-items: center; gap: 0.5625rem; margin: 0; font: 600 1rem/1.5rem var(--mono); letter-spacing: -0.03em; color: var(--ink); text-decoration: none; }
.lockup .part { font-weight: 400; color: var(--ink-3); }
`

/** Each status with its colours. A component reads them, so that it has one rule for every status. The words of runs are included. */
const STATUSES = `
.badge, .status, .cell, .why, .callout { --status: var(--idle); --status-tint: var(--idle-tint); --status-fill: var(--idle); }
.callout { --status: var(--accent); --status-tint: var(--soft); }
.passed, .ok, .success { --status: var(--passed); --status-tint: var(--passed-tint); --status-fill: var(--passed-fill); }
.refused, .stopped, .running { --status: var(--refused); --status-tint: var(--refused-tint); --status-fill: var(--refused-fill); }
.failed, .error { --status: var(--failed); --status-tint: var(--failed-tint); --status-fill: var(--failed-fill); }
.observed { --status: var(--observed); --status-tint: var(--observed-tint); --status-fill: var(--observed); }
.suite-error { --status: var(--suite-error); --status-tint: var(--suite-error-tint); --status-fill: var(--suite-error); }
.idle { --status: var(--idle); --status-tint: var(--idle-tint); --status-fill: var(--idle); }
.words { color: var(--status, inherit); }
.status { display: inline-block; padding: 0 0.5rem; border-radius: 0.3125rem; background: var(--status-tint); font: 600 0.75rem/1.375rem var(--mono); font-variant-numeric: tabular-nums; color: var(--status); }
.badge { display: inline-flex; align-items: center; gap: 0.25rem; padding: 0 0.5rem; border-radius: 0.625rem; background: var(--status-tint); font-size: 0.75rem; font-weight: 600; line-height: 1.25rem; white-space: nowrap; color: var(--status); }
.badge .icon { width: 0.75rem; height: 0.75rem; stroke-width: 2.2; }
.cell { display: inline-flex; align-items: center; justify-content: center; width: 1.625rem; height: 1.625rem; border: 1px solid transparent; border-radius: 0.25rem; background: var(--status-tint); color: var(--status); }
.cell.failed { background: var(--status-fill); color: light-dark(#fff, #0A0F12); }
.cell.blocked { border-color: var(--status-fill); background: none; }
`

/** Boxes: cards, code, commands, callouts and messages that go away. */
const BOXES = `
.card { border: 1px solid var(--line); border-radius: 0.5rem; background: var(--surface); }
.pane { border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken); overflow: hidden; }
.pane pre { margin: 0; padding: 0.625rem 0.875rem; border: 0; font: 0.75rem/1.1875rem var(--mono); overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 0.75rem; align-items: start; }
.code-head { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; min-height: 2.25rem; padding: 0.125rem 0.5rem 0.125rem 0.875rem; border-bottom: 1px solid var(--line); font-size: 0.8125rem; }
.command { display: flex; align-items: start; justify-content: space-between; gap: 0.5rem; padding: 0.375rem 0.5rem 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--sunken); font: 0.8125rem/1.25rem var(--mono); color: var(--ink); }
.command > :is(code, pre) { flex: 1; min-width: 0; margin: 0; padding: 0.125rem 0; background: none; font: inherit; color: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.command > :is(code, pre)::before { content: "$ "; color: var(--ink-3); user-select: none; }
.command button { font-family: var(--sans); }
:is(.code-head, .command) button.quiet { color: var(--ink-2); }
.callout { margin: 0; padding: 0.625rem 0.875rem; border-radius: 0.375rem; background: var(--status-tint); }
.callout.refused { color: var(--status); }
.toast { display: flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; padding: 0.375rem 1rem; border-radius: 0.5rem; background: var(--ink); color: var(--bg); box-shadow: 0 4px 16px rgb(0 0 0 / 10%); }
.toast button { border-color: transparent; background: none; color: inherit; font-weight: 600; }
.toast button:hover { text-decoration: underline; }
`

/** The card that explains a response, and the checks of the request in order. A narrow container shows them below each other. */
const WHY = `
.why { padding: 0.75rem 1.125rem 1rem; border: 1px solid var(--line-2); border-radius: 0.5rem; background: var(--surface); }
.why .band { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.75rem; margin: -0.75rem -1.125rem 0.75rem; padding: 0.4375rem 1.125rem; border-radius: 0.4375rem 0.4375rem 0 0; background: var(--status-tint); font: 0.8125rem/1.25rem var(--mono); color: var(--status); }
.why .band > :first-child { font-weight: 600; }
.trail { display: flex; margin: 0.75rem 0; padding: 0; list-style: none; }
.trail li { position: relative; flex: 1; padding: 1.375rem 0.25rem 0 0; font-size: 0.8125rem; line-height: 1.25rem; color: var(--ink-3); }
.trail li + li::before { content: ""; position: absolute; top: 0.375rem; right: calc(100% - 0.0625rem); width: calc(100% - 0.75rem); border-top: 2px dotted var(--line-2); }
.trail li.passed + li:is(.passed, .stopped, .failed)::before { border-top: 2px solid var(--passed-fill); }
.trail li.passed { color: var(--ink); }
.trail li:is(.stopped, .failed) { font-weight: 600; color: var(--status); }
.trail .node { position: absolute; top: 0; left: 0; width: 0.875rem; height: 0.875rem; border: 2px solid var(--line-2); border-radius: 50%; background: var(--surface); font-size: 0.625rem; font-weight: 700; line-height: 0.625rem; text-align: center; color: var(--surface); }
.trail :is(.passed, .stopped, .failed) .node { border-color: var(--status-fill); background: var(--status-fill); }
@container (width <= 48rem) {
  .trail { flex-direction: column; gap: 0.375rem; }
  .trail li { padding: 0 0 0 1.375rem; }
  .trail li + li::before { top: -0.5625rem; right: auto; left: 0.375rem; width: 0; height: 0.75rem; border-top: 0; border-left: 2px dotted var(--line-2); }
  .trail li.passed + li:is(.passed, .stopped, .failed)::before { border-top: 0; border-left: 2px solid var(--passed-fill); }
  .trail .node { top: 0.1875rem; }
}
`

/**
 * The rules of the components that several pages have, by their classes: the site, the playground, the inspector and the HTML
 * report. Each page adds its layout.
 */
export const COMPONENTS = `${LOCKUP}${STATUSES}${BOXES}${WHY}`

/** Buttons, fields and choices. A page has one `primary` button at most. */
const CONTROLS = `
button, input:where(:not([type="radio"], [type="checkbox"])), select, textarea { min-height: 2rem; max-width: 100%; padding: 0.25rem 0.6875rem; border: 1px solid var(--field); border-radius: 0.375rem; background: var(--surface); color: inherit; font: inherit; }
button { display: inline-flex; align-items: center; gap: 0.5rem; border-color: var(--line-2); white-space: nowrap; cursor: pointer; }
button:hover { background: var(--sunken); }
button:disabled { opacity: 0.5; cursor: default; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.primary:hover { border-color: var(--accent-hover); background: var(--accent-hover); }
button.tonal { border-color: transparent; background: var(--soft); color: var(--accent); font-weight: 600; }
button.tonal:hover { border-color: var(--accent); }
button.danger { border-color: var(--failed); background: var(--failed); color: var(--on-accent); font-weight: 600; }
button.quiet { min-height: 1.5rem; padding: 0.0625rem 0.375rem; border-color: transparent; background: none; color: var(--accent); font-size: 0.8125rem; }
button.quiet:hover { background: var(--sunken); }
::placeholder { color: var(--ink-3); opacity: 1; }
kbd, .shortcut { padding: 0 0.25rem; border: 1px solid currentColor; border-radius: 0.25rem; font: 0.75rem/1.125rem var(--mono); }
.segment { display: inline-flex; margin: 0; padding: 0; max-width: 100%; border: 1px solid var(--line-2); border-radius: 0.375rem; background: var(--sunken); }
.segment button { flex: 1; justify-content: center; min-height: 1.875rem; padding: 0.125rem 0.625rem; border-color: transparent; background: none; font-size: 0.8125rem; color: var(--ink-2); }
.segment button[aria-pressed="true"] { border-color: var(--line-2); background: var(--surface); color: var(--ink); font-weight: 600; }
`

/** The elements of pages without a theme of their own. On the site, VitePress styles them. */
const ELEMENTS = `
*, ::before, ::after { box-sizing: border-box; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
p { margin: 0.25rem 0; }
summary { cursor: pointer; }
.hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
code, pre { font-family: var(--mono); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; }
thead th { font-size: 0.75rem; font-weight: 600; color: var(--ink-3); white-space: nowrap; }
tbody th { font-weight: 600; }
svg.icon { flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
`

/** All shared rules, for the pages that have no theme: the playground, the inspector and the HTML report. */
export const PAGE_COMPONENTS = `${ELEMENTS}${CONTROLS}${COMPONENTS}`
