import type { RecordedExchange } from '../engine/conformance-report.ts'
import { escapeText } from './escape-markup.ts'
import { requestText, responseText } from './exchange-text.ts'

/** A request, its answer and the command that sends it again. The id is unique on the page, and safe in an attribute. */
export function htmlExchange(exchange: RecordedExchange, id: string): string {
  return `<div class="pair"><div><p class="part">Sent</p>${htmlCode(requestText(exchange))}</div>
<div><p class="part">Received</p>${htmlCode(responseText(exchange))}</div></div>
<p class="part">Send it again</p><pre id="${id}" tabindex="0">${escapeText(exchange.curl)}</pre>
<p><button type="button" data-copy="${id}" aria-label="Copy the command" hidden>Copy</button></p>`
}

/** Text as it is. It can be reached by keyboard, as it may have to be scrolled. */
export function htmlCode(text: string): string {
  return `<pre tabindex="0">${escapeText(text)}</pre>`
}
