// Runs the scenario under Node with the globals of a simulated page, as test runners do it.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cases, pageCases } from '../scenario/cases.ts'
import { type Client, runCases } from '../scenario/scenario.ts'

/** Both libraries have far more than this. */
interface Library {
  readonly JSDOM: new (html: string, options: object) => { readonly window: object }
  readonly Window: new (options: object) => object
}

const simulations: Readonly<Record<string, (library: Library, url: string) => object>> = {
  jsdom: ({ JSDOM }, url) => new JSDOM('', { url }).window,
  'happy-dom': ({ Window }, url) => new Window({ url }),
}

const [, , baseUrl = '', name = '', file = ''] = process.argv
const simulate = simulations[name]
if (!simulate) throw new Error(`Cannot simulate a page with ${name}`)

const library: Library = await import(pathToFileURL(file).href)

// What is Node's own or the language's; the timers too, since jsdom makes its own of those, and what it calls itself: laid over
// Node's, its atob would call itself without end. Vitest leaves these alone as well.
const kept =
  /^(globalThis|global|process|console|performance|undefined|NaN|Infinity|eval|atob|btoa|(set|clear)[TI].+|queueMicrotask)$/
become(simulate(library, `${baseUrl}/`))
// After the globals: whatever the client looks up when it is loaded is the page's.
const esm: Client = await import('@wfhost/sdk')
const cjs: Client = createRequire(import.meta.url)('@wfhost/sdk')
const results = await runCases(cases, { baseUrl, copies: { esm, cjs } })
become(simulate(library, 'https://page.example/'))
results.push(...(await runCases(pageCases, { baseUrl, copies: { esm, cjs } })))
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit())

/** Lays the globals of a window over those of Node, except for those that are the language's. */
function become(window: object): void {
  const language = new Set(Object.getOwnPropertyNames(globalThis).filter((key) => /^[A-Z]/.test(key) && !isOfThePage(key)))
  for (const key of Object.getOwnPropertyNames(window)) {
    if (kept.test(key) || language.has(key)) continue
    const value: unknown = Reflect.get(window, key)
    if (value !== undefined) Object.defineProperty(globalThis, key, { value, configurable: true, writable: true })
  }
}

/** Node and a page both have these; under a simulation they are the page's. */
function isOfThePage(key: string): boolean {
  return /^(Abort|Event|Custom|Message|Blob|File|Form|Headers|Request|Response|URL|DOMException|WebSocket|Storage)/.test(key)
}
