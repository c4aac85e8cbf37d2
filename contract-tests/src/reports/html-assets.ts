import { PAGE_COMPONENTS } from '@wfhost/internal/design-components'
import { toDesignTokens, toPrintTokens } from '@wfhost/internal/design-tokens'

/**
 * The style of the page: the shared tokens and components, and the layout of a report. Every pair of colours has a contrast of at
 * least 4.5 to 1, in light and in dark.
 */
export const htmlStyle = `
${toDesignTokens(':root')}${PAGE_COMPONENTS}
:root { color-scheme: light dark; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/20px var(--sans); overflow-wrap: anywhere; }
.soft { color: var(--ink-3); } ul { margin: 0; padding: 0; list-style: none; }
h1 { font-size: 28px; line-height: 36px; letter-spacing: -.01em; margin: 12px 0 4px; } h2 { font-size: 18px; line-height: 26px; margin: 0; }
.name { font-family: var(--mono); white-space: nowrap; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--surface); padding: 8px; }
.sprite { position: absolute; width: 0; height: 0; } .icon { width: 14px; height: 14px; } :is(.badge, .cell) .icon { width: 12px; height: 12px; stroke-width: 2; }
.bar { display: flex; align-items: center; gap: 9px; min-height: 48px; padding: 7px 16px; background: var(--surface); border-bottom: 1px solid var(--line); }
.lockup { margin-right: auto; }
.head { display: flex; flex-wrap: wrap; gap: 16px 48px; align-items: end; justify-content: space-between; padding: 24px max(16px, calc((100vw - 1152px) / 2)); background: var(--surface); border-bottom: 1px solid var(--line); }
.head > div:first-child { flex: 1 1 24rem; } .lead { font-size: 16px; line-height: 24px; color: var(--ink-2); }
main, footer { max-width: 1184px; margin: 0 auto; padding: 0 16px; } footer { padding-block: 32px; color: var(--ink-3); } main > section { margin-top: 32px; }
.section-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; margin-bottom: 10px; } .section-head p { margin: 0; }
.verdict { display: inline-flex; align-items: center; gap: 8px; height: 28px; padding: 0 12px; border-radius: 5px; font: 600 14px/20px var(--mono); background: light-dark(var(--status), var(--status-fill)); color: light-dark(#fff, #0A0F12); }
.tally { flex: 0 1 340px; min-width: 16rem; } .tally-bar { display: block; width: 100%; height: 10px; border-radius: 5px; overflow: hidden; }
:is(.tally-bar, .plot) rect { fill: var(--status-fill); }
.tally ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 10px; font-size: 13px; color: var(--ink-2); } .tally strong { font-variant-numeric: tabular-nums; }
.scroll table { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-left: auto; font-size: 13px; color: var(--ink-2); } .legend li { display: flex; align-items: center; gap: 6px; }
.area { display: grid; grid-template-columns: 112px 1fr auto; gap: 4px 20px; align-items: center; padding: 3px 0; } .area .name { font-weight: 600; font-size: 13px; } .area .count { display: none; } .cells { display: flex; flex-wrap: wrap; gap: 4px; }
.badge { justify-self: end; }
.columns { display: grid; grid-template-columns: 200px 1fr; gap: 24px; align-items: start; } .columns:has(> form[hidden]) { grid-template-columns: 1fr; } .cards { display: grid; gap: 16px; min-width: 0; } .cards > * { min-width: 0; }
.card { padding: 16px 20px; } .card summary { list-style: none; } .card > details > summary { display: grid; grid-template-columns: 28px 1fr 16px; gap: 14px; align-items: start; color: inherit; }
.card > details > summary::after, .affected > summary::before { content: ""; width: 7px; height: 7px; margin: 7px 4px; border: solid currentColor; border-width: 0 1.6px 1.6px 0; transform: rotate(-45deg); flex: none; } details[open] > summary::after, .affected[open] > summary::before { transform: rotate(45deg) !important; }
summary::-webkit-details-marker { display: none; } .mark { display: inline-flex; align-items: center; justify-content: center; width: 28px; height: 28px; border-radius: 14px; background: var(--status-tint, var(--soft)); color: var(--status, var(--accent)); font: 600 13px/20px var(--mono); flex: none; }
.title-text { display: grid; gap: 2px; } .cause-title, h3.title { font-size: 17px; line-height: 24px; font-weight: 600; } h3.title { display: flex; align-items: center; gap: 14px; margin: 0; }
.cause > details > :not(summary) { margin-left: 42px; } .callout { margin: 14px 0 12px; } .callout .soft { color: var(--ink-2); }
.affected { border-top: 1px solid var(--line); margin-top: 12px; padding-top: 10px; } .affected > summary { display: flex; align-items: center; gap: 6px; } .plain li { margin: 10px 0; }
.panes { margin: 10px 0; } .panes > * { min-width: 0; }
pre { margin: 0; font-size: 12px; line-height: 19px; white-space: pre-wrap; max-height: 24rem; overflow: auto; } :is(td, th, li, .affected) > pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; }
.difference { border-bottom: 1px solid var(--line); max-height: 14rem; overflow: auto; } .difference li { display: flex; gap: 8px; padding: 3px 14px 3px 11px; border-left: 3px solid var(--status-fill); background: var(--status-tint); font: 12px/19px var(--mono); white-space: pre-wrap; color: var(--ink); } .difference :is(.sign, strong) { flex: none; font-weight: 600; color: var(--status); }
p.part { font-size: 13px; font-weight: 600; margin: 12px 0 6px; } .command { margin-bottom: 12px; }
td summary, th summary, section > details > summary { color: var(--accent); font-weight: 400; }
.timing { margin: 12px 0; } .timing figcaption { font-size: 13px; font-weight: 600; } .timing figcaption::first-letter { text-transform: uppercase; } .timing strong { font-variant-numeric: tabular-nums; } .timing .legend { margin: 0; font-weight: 400; font-variant-numeric: tabular-nums; }
.plot { display: block; width: 100%; max-width: 560px; height: 32px; margin: 6px 0; background: var(--sunken); border-bottom: 1px solid var(--field); } .key { width: 14px; height: 14px; flex: none; } .timing line { stroke: var(--ink-2); stroke-width: 2; stroke-dasharray: 3 2; vector-effect: non-scaling-stroke; } .timing rect.required { fill: var(--passed-tint); stroke: var(--passed-fill); vector-effect: non-scaling-stroke; }
.scroll { overflow-x: auto; margin-top: 10px; } caption { text-align: left; color: var(--ink-3); padding: 4px 0; } th, td { vertical-align: top; }
tbody th :is(p:not(.part), summary, li, pre) { font-weight: 400; }
form { display: grid; gap: 16px; } fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 2px; min-width: 0; } legend { font-size: 13px; font-weight: 600; color: var(--ink-2); padding: 0 0 4px; }
input[type=search] { width: 100%; }
form label { display: flex; gap: 8px; padding: 4px 8px; border-radius: 5px; cursor: pointer; } form label span:last-child { margin-left: auto; } form label:has(:checked) { background: var(--soft); font-weight: 600; } form label:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; } form input[type=radio] { position: absolute; opacity: 0; } output { color: var(--ink-3); font-size: 13px; }
form label:has(:checked) .soft { color: var(--ink-2); }
[id] { scroll-margin-top: 16px; }
.wrapped thead th { white-space: normal; }
@media (max-width: 700px) {
  h1 { font-size: 22px; line-height: 28px; } .lead { font-size: 14px; line-height: 21px; } .head { padding: 16px; } .lockup + .soft { display: none; } .tally { flex-basis: 100%; }
  .legend { margin-left: 0; } .area { grid-template-columns: auto 1fr auto; } .cells { grid-column: 1 / -1; } .area.conforms .cells { display: none; } .area.conforms .count { display: inline; font-size: 12px; } .area:not(.conforms) .badge { grid-column: 3; grid-row: 1; }
  .columns { grid-template-columns: 1fr; } .cause > details > :not(summary) { margin-left: 0; } .card { padding: 14px; } form fieldset { display: flex; flex-wrap: wrap; } form label { border: 1px solid var(--line-2); min-height: 40px; align-items: center; } legend { float: left; width: 100%; }
  button { min-height: 40px; } .stacked thead { display: none; } .stacked :is(table, tbody, tr, td, th, caption) { display: block; } .stacked :is(td, th, caption) { border: 0; padding: 4px 12px; } .stacked tr { border-bottom: 1px solid var(--line); padding: 8px 0; } .number { text-align: left; } .stacked td[data-title]::before { content: attr(data-title) ": "; color: var(--ink-3); }
}
@media print {
  :root { color-scheme: light; ${toPrintTokens()} }
  form, button, .skip { display: none !important; } .scroll { overflow: visible; } .columns { display: block; } .card { margin-bottom: 12px; }
  section.everything[hidden] { display: block !important; } tr[hidden] { display: table-row !important; } article[hidden] { display: block !important; }
  table { font-size: 9px; } th, td { padding: 3px 5px; } thead th { white-space: normal; font-size: 8px; } tbody th { overflow-wrap: normal; } .badge { font-size: 8px; padding: 0 4px; } .name { white-space: normal; overflow-wrap: normal; }
  td details:not([open]), th details:not([open]), section > details:not([open]) { display: none; } pre, .difference { max-height: none; } pre { font-size: 10px; } .card, tr { break-inside: avoid-page; } body { font-size: 11px; }
}
`

/** The script of the page: filters, and copies a text. Without it the page shows everything. */
export const htmlScript = `
const form = document.querySelector('form')
const cards = [...document.querySelectorAll('article[data-areas]')]
const rows = [...document.querySelectorAll('tr[data-verdict]')]
const everything = document.querySelector('.everything')
const texts = new Map([...cards, ...rows].map((item) => [item, item.textContent.toLowerCase()]))
const output = document.querySelector('output')
function filter() {
  const words = form.text.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const area = form.area.value
  const matches = (item, areas) => (area === '' || areas.includes(area)) && words.every((word) => texts.get(item).includes(word))
  for (const card of cards) card.hidden = !matches(card, card.dataset.areas.split(' '))
  for (const row of rows) row.hidden = !matches(row, [row.dataset.area])
  everything.hidden = form.show.value === 'act'
  const shown = (items) => items.filter((item) => !item.hidden).length
  output.value = form.show.value === 'act'
    ? shown(cards) + ' of ' + cards.length + ' causes shown'
    : shown(rows) + ' of ' + rows.length + ' checks shown'
}
function reveal() {
  const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (target === null) return
  if (everything.contains(target)) form.show.value = 'all'
  filter()
  target.hidden = false
  for (let part = target; part !== null; part = part.parentElement) if (part.localName === 'details') part.open = true
  const details = target.querySelector(':scope > details')
  if (details !== null) details.open = true
  target.scrollIntoView()
}
form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', reveal)
filter()
reveal()
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = !navigator.clipboard
  const label = button.querySelector('span')
  const text = label.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    label.textContent = 'Copied'
    setTimeout(() => { label.textContent = text }, 2000)
  })
}
`
