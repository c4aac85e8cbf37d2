/** A colour on a light and on a dark page. Each text colour has a contrast of at least 4.5 on its background. */
type Colour = readonly [light: string, dark: string]

const COLOURS = {
  bg: ['#F6F8F8', '#0C1215'],
  surface: ['#FFFFFF', '#131B1F'],
  sunken: ['#EEF2F3', '#0A0F12'],
  line: ['#DCE3E5', '#243037'],
  'line-2': ['#C3CED2', '#35444C'],
  field: ['#7C8E95', '#6A7D86'],
  ink: ['#0F1E24', '#E7EEF0'],
  'ink-2': ['#43545B', '#AFBDC3'],
  'ink-3': ['#586A71', '#8D9DA4'],
  accent: ['#0A647B', '#5CC6DE'],
  'accent-hover': ['#084E60', '#8ADBEC'],
  'on-accent': ['#FFFFFF', '#05222A'],
  soft: ['#E0F0F4', '#0F303A'],
  passed: ['#146B3E', '#5FCD92'],
  'passed-tint': ['#E1F3E8', '#10291D'],
  'passed-fill': ['#2E9B63', '#3FA673'],
  refused: ['#7F4C00', '#E9B65F'],
  'refused-tint': ['#FBEFD9', '#2C2311'],
  'refused-fill': ['#C07A12', '#D19A3C'],
  failed: ['#B0241D', '#FF8F86'],
  'failed-tint': ['#FCE8E6', '#371A1B'],
  'failed-fill': ['#D5453B', '#E2665C'],
  observed: ['#3A4BB3', '#9FACFF'],
  'observed-tint': ['#E8EBFB', '#1B2144'],
  'suite-error': ['#7629A4', '#D6A2FA'],
  'suite-error-tint': ['#F3E7FA', '#2B1B39'],
  idle: ['#586A71', '#8D9DA4'],
  'idle-tint': ['#EAEEEF', '#1C272C'],
} as const satisfies Readonly<Record<string, Colour>>

// `system-ui` is DejaVu on many Linux machines.
const SANS = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
const MONO = 'ui-monospace, "SF Mono", Menlo, "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace'

/**
 * Returns the design tokens as custom properties of CSS, for the site, the playground, the inspector and the HTML report.
 * Light or dark follows the `color-scheme` of the page.
 */
export function toDesignTokens(selector: ':root' | ':host'): string {
  const colours = Object.entries(COLOURS).map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`)
  const lines = [...colours, `  --sans: ${SANS};`, `  --mono: ${MONO};`]
  return `${selector} {\n${lines.join('\n')}\n}\n`
}

/** The name of a colour. */
export type TokenName = keyof typeof COLOURS

export function isTokenName(name: string): name is TokenName {
  return name in COLOURS
}

/** Returns the colour of a token, for libraries that cannot read the properties of CSS. */
export function readToken(name: TokenName, scheme: 'light' | 'dark'): string {
  const [light, dark] = COLOURS[name]
  return scheme === 'light' ? light : dark
}

/** Returns a token with its colour on a light page, for print. */
export function toPrintTokens(): string {
  return Object.entries(COLOURS)
    .map(([name, [light]]) => `--${name}: ${light};`)
    .join(' ')
}

/** The mark of the project, as SVG. It is the same on light and dark pages. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">' +
  '<rect width="32" height="32" rx="8" fill="#0A647B"/>' +
  '<path d="M6 11.5 11.3 22.5 16.2 13 21.1 22.5 25 12.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>' +
  '<circle cx="25.5" cy="9.7" r="3.4" fill="#F2B44C"/></svg>'

/** The mark as the address of a page's icon. It contains the icon, so that the page requests no file. */
export const MARK_ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`
