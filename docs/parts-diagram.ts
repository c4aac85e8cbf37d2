/** How the packages fit together, as SVG. Its colours are names of tokens, such as `token:ink`. */
export const partsDiagram = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 280" role="img" aria-labelledby="title" font-family="-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Noto Sans, Liberation Sans, Arial, sans-serif">
  <title id="title">The queue uses the client. The client calls the reference server or your server. The conformance suite checks both.</title>
  <rect width="1000" height="280" rx="10" fill="token:surface" stroke="token:line"/>
  <g fill="token:soft" stroke="token:accent">
    <rect x="16" y="80" width="200" height="70" rx="8"/>
    <rect x="260" y="80" width="220" height="70" rx="8"/>
    <rect x="720" y="30" width="220" height="70" rx="8"/>
    <rect x="260" y="190" width="220" height="60" rx="8"/>
  </g>
  <rect x="720" y="130" width="220" height="70" rx="8" fill="token:bg" stroke="token:field" stroke-dasharray="5 4"/>
  <g fill="none" stroke="token:accent" stroke-width="2">
    <path d="M216 115h36m-8-5 8 5-8 5"/>
    <path d="M480 115h140c12 0 12-8 12-14V78c0-8 6-13 13-13h67m-8-5 8 5-8 5"/>
    <path d="M620 115c12 0 12 8 12 14v23c0 8 6 13 13 13h67m-8-5 8 5-8 5"/>
  </g>
  <g fill="none" stroke="token:ink-3" stroke-width="1.6">
    <path d="M480 220h480c10 0 14-4 14-14V79c0-10-4-14-14-14h-12M974 165h-26" stroke-dasharray="5 4"/>
    <path d="m953 60-7 5 7 5M953 160l-7 5 7 5"/>
  </g>
  <circle cx="550" cy="115" r="7" fill="#F2B44C"/>
  <g fill="token:ink" font-size="16" font-weight="600">
    <text x="32" y="110">Queue</text>
    <text x="276" y="110">Client</text>
    <text x="738" y="60">Reference server</text>
    <text x="738" y="160">Your server</text>
    <text x="276" y="216">Conformance suite</text>
    <text x="515" y="92">HTTP API</text>
  </g>
  <g fill="token:ink-2" font-size="13">
    <text x="32" y="132">batches, resumed safely</text>
    <text x="276" y="132">typed, sends at most once</text>
    <text x="738" y="82">with an inspector</text>
    <text x="738" y="182">offers the same API</text>
    <text x="276" y="236">one report for any server</text>
    <text x="640" y="240">checks both, from outside</text>
  </g>
  <text x="550" y="148" text-anchor="middle" fill="token:accent" font-size="13" font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace">openapi.yaml</text>
</svg>
`

/** The same diagram from top to bottom, for narrow screens. */
export const narrowPartsDiagram = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 358 446" role="img" aria-labelledby="title" font-family="-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Noto Sans, Liberation Sans, Arial, sans-serif">
  <title id="title">The queue uses the client. The client calls the reference server or your server. The conformance suite checks both.</title>
  <rect width="358" height="446" rx="10" fill="token:surface" stroke="token:line"/>
  <g fill="token:soft" stroke="token:accent">
    <rect x="18" y="14" width="157" height="61" rx="8"/>
    <rect x="18" y="103" width="157" height="61" rx="8"/>
    <rect x="18" y="279" width="157" height="61" rx="8"/>
    <rect x="18" y="372" width="322" height="58" rx="8"/>
  </g>
  <rect x="183" y="279" width="157" height="61" rx="8" fill="token:bg" stroke="token:field" stroke-dasharray="5 4"/>
  <g fill="none" stroke="token:accent" stroke-width="2">
    <path d="M96 75v24m-5-8 5 8 5-8"/>
    <path d="M96 164v111m-5-8 5 8 5-8"/>
    <path d="M96 249h151c12 0 14 4 14 12v14m-5-8 5 8 5-8"/>
  </g>
  <g fill="none" stroke="token:ink-3" stroke-width="1.6">
    <path d="M96 372v-26M261 372v-26" stroke-dasharray="5 4"/>
    <path d="m91 352 5-7 5 7M256 352l5-7 5 7"/>
  </g>
  <circle cx="96" cy="204" r="8" fill="#F2B44C"/>
  <g fill="token:ink" font-size="15" font-weight="600">
    <text x="32" y="40">Queue</text>
    <text x="32" y="129">Client</text>
    <text x="115" y="201">HTTP API</text>
    <text x="32" y="305">Reference server</text>
    <text x="197" y="305">Your server</text>
    <text x="32" y="397">Conformance suite</text>
  </g>
  <g fill="token:ink-2" font-size="13">
    <text x="32" y="60">batches</text>
    <text x="32" y="149">sends at most once</text>
    <text x="32" y="325">with an inspector</text>
    <text x="197" y="325">the same API</text>
    <text x="32" y="417">checks both, from outside</text>
  </g>
  <text x="115" y="220" fill="token:accent" font-size="12" font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace">openapi.yaml</text>
</svg>
`
