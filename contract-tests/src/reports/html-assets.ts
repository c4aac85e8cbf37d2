import { toDesignTokens, toPrintTokens } from '@wfhost/internal/design-tokens'

/** The style of the page. Every pair of colours has a contrast of at least 4.5 to 1, in light and in dark. */
export const htmlStyle = `
${toDesignTokens(':root')}:root { color-scheme: light dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/20px var(--sans); overflow-wrap: anywhere; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; } footer { padding-block: 2rem; color: var(--ink-3); }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .2rem 0 .6rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .7rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .35rem 0; } .part { font-size: .8rem; font-weight: 600; color: var(--ink-3); margin: .9rem 0 .25rem; } a { color: var(--accent); } .soft { color: var(--ink-3); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 999px; background: var(--idle-tint); padding: 0 .6rem; font-weight: 600; font-size: .82rem; white-space: nowrap; }
.verdict { font-size: 1rem; padding: .15rem .9rem; }
.fail, .NON-CONFORMANT, .BROKEN { color: var(--failed); } .pass, .CONFORMANT, .KEPT { color: var(--passed); } .warn, .blocked, .INCOMPLETE, .PARTIAL { color: var(--refused); }
.badge:is(.fail, .NON-CONFORMANT, .BROKEN) { background: var(--failed-tint); } .badge:is(.pass, .CONFORMANT, .KEPT) { background: var(--passed-tint); } .badge:is(.warn, .blocked, .INCOMPLETE, .PARTIAL) { background: var(--refused-tint); } .badge.observed { background: var(--observed-tint); } .badge.error { background: var(--suite-error-tint); }
.observed { color: var(--observed); } .error { color: var(--suite-error); } .not-applicable, .unclaimed { color: var(--ink-3); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .6rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.tiles li { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; }
.tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card, form { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; margin: 0 0 .9rem; }
.card { color: inherit; border-color: var(--failed-fill); } .card.error { border-color: var(--suite-error); } .card.warn { border-color: var(--refused-fill); }
.title { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
pre { margin: 0; padding: .6rem .8rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; font: 13px/20px var(--mono); max-height: 24rem; overflow: auto; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 1rem; } .pair > * { min-width: 0; }
.plain { padding-left: 2rem; } .plain li { margin: .2rem 0; } ul.card { border-color: var(--refused-fill); }
.name { white-space: nowrap; } .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; background: var(--surface); border: 1px solid var(--line); }
caption { text-align: left; color: var(--ink-3); padding: .3rem 0; } th, td { text-align: left; vertical-align: top; padding: .5rem .7rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } tbody th :is(p:not(.part), summary) { font-weight: 400; } thead th { color: var(--ink-3); font-size: .82rem; white-space: nowrap; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: .8rem 1.5rem; align-items: end; position: sticky; top: 0; z-index: 1; margin-top: 1.6rem; }
.card, [id] { scroll-margin-top: 9rem; } @media (max-height: 40rem), (max-width: 48rem) { form { position: static; } .card, [id] { scroll-margin-top: 1rem; } }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; } legend, .label { display: block; font-size: .82rem; color: var(--ink-3); padding: 0; }
input, select, button { font: inherit; color: inherit; accent-color: var(--accent); } input[type=search], select, button { background: var(--sunken); border: 1px solid var(--ink-3); border-radius: 6px; padding: .25rem .6rem; }
button { cursor: pointer; } summary { cursor: pointer; color: var(--accent); } output { color: var(--ink-3); }
@media print {
  :root { color-scheme: light; ${toPrintTokens()} }
  form, button, .skip { display: none !important; } .tiles { grid-template-columns: repeat(7, 1fr); } .scroll { overflow: visible; }
  table { font-size: 9px; } th, td { padding: .2rem .3rem; } thead th { white-space: normal; font-size: 8px; } tbody th { overflow-wrap: normal; }
  .badge { font-size: 8px; padding: 0 .3rem; } .verdict { font-size: 12px; } .tiles strong { font-size: 1.1rem; } .tiles li { padding: .3rem .4rem; } .name { white-space: normal; overflow-wrap: normal; }
  details:not([open]) { display: none; } pre { max-height: none; } .card, tr { break-inside: avoid-page; } body { font-size: 11px; } pre { font-size: 10px; }
}
`

/** The script of the page: filters, and copies a command. Without it the page shows everything. */
export const htmlScript = `
const form = document.querySelector('form')
const items = [...document.querySelectorAll('[data-verdict]')]
const output = document.querySelector('output')
const rows = items.filter((item) => item.localName === 'tr')
const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]))
function filter() {
  const words = form.text.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const verdicts = new Set([...form.querySelectorAll('input[type=checkbox]:checked')].map((box) => box.value))
  for (const item of items) {
    const { area, verdict } = item.dataset
    const wanted = verdicts.has(verdict) && (form.area.value === '' || form.area.value === area)
    item.hidden = !wanted || !words.every((word) => texts.get(item).includes(word))
  }
  for (const part of document.querySelectorAll('main > section')) {
    const own = items.filter((item) => part.contains(item))
    part.hidden = own.length > 0 && own.every((item) => item.hidden)
  }
  output.value = rows.filter((row) => !row.hidden).length + ' of ' + rows.length + ' checks shown'
}
form.hidden = false
form.addEventListener('input', filter)
form.act.addEventListener('click', () => {
  for (const box of form.querySelectorAll('input[type=checkbox]')) box.checked = ['fail', 'error', 'warn', 'blocked'].includes(box.value)
  filter()
})
form.addEventListener('reset', () => setTimeout(filter))
form.addEventListener('submit', (event) => event.preventDefault())
filter()
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
`
