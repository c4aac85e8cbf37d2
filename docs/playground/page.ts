import supportDesk from '../../examples/worlds/support-desk.yaml?raw'
import { connectFileTabs, connectPanes } from './choices.ts'
import { createEditor } from './editor.ts'
import page from './examples.md?raw'
import { readExamples } from './examples.ts'
import { find } from './find.ts'
import { createGallery, EDITED } from './gallery.ts'
import { connectLanguage } from './language/connect.ts'
import { languageExtensions } from './language/extensions.ts'
import { createOutput, createRequestCounter } from './output.ts'
import { type Running, runProgram } from './run-program.ts'
import { type ServedWorld, serveWorld } from './serve-world.ts'
import { fromFragment, toFragment } from './share.ts'
import type { Printed } from './worker.ts'

const visibleMs = 4000

const examples = readExamples(page)

await openPlayground()

async function openPlayground(): Promise<void> {
  const output = createOutput(find('output', HTMLElement))
  const requestCounter = createRequestCounter(find('request-count', HTMLElement))
  const runButton = find('run', HTMLButtonElement)
  const resetButton = find('reset', HTMLButtonElement)
  const stopButton = find('stop', HTMLButtonElement)
  const kept = find('kept', HTMLElement)
  const gallery = createGallery(examples, choose)
  const ask = connectLanguage(new URL('./language.js', document.baseURI))
  const program = createEditor(find('program', HTMLElement), {
    name: 'program.ts',
    language: 'typescript',
    extensions: languageExtensions(ask),
    onChange,
  })
  const world = createEditor(find('world', HTMLElement), { name: 'world.yaml', language: 'yaml', onChange })
  let running: Running | undefined
  let isStarting = false
  connectFileTabs()
  connectPanes()

  /** Edits are stored, so that they survive the choice of an example and a reload. */
  function onChange(): void {
    gallery.mark(EDITED)
    sessionStorage.setItem(EDITED, JSON.stringify({ program: program.text(), world: world.text() }))
    kept.textContent = 'saved in this browser'
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
  }

  function choose(id: string): void {
    gallery.mark(id)
    history.replaceState(null, '', id === EDITED ? location.pathname : `#${id}`)
    attempt(show)
  }

  async function show(): Promise<void> {
    const isOwn = location.hash === '' || gallery.chosen() === EDITED
    const stored = isOwn ? sessionStorage.getItem(EDITED) : null
    const shared = stored === null ? await fromFragment(location.hash) : JSON.parse(stored)
    const example = examples.find(({ id }) => 'example' in shared && id === shared.example) ?? examples[0]
    program.replace('program' in shared ? shared.program : (example?.program ?? ''))
    world.replace('world' in shared ? shared.world : supportDesk)
    gallery.mark('program' in shared ? EDITED : (example?.id ?? ''))
    kept.textContent = ''
  }

  async function run(served: ServedWorld): Promise<void> {
    if (isStarting) return
    isStarting = true
    try {
      running?.stop()
      output.clear()
      requestCounter.clear()
      await served.begin(world.text())
      running = await runProgram(program.text(), { onPrint, onRequest: requestCounter.count, onEnd })
      stopButton.disabled = false
    } finally {
      isStarting = false
    }
  }

  function onPrint({ level, text }: Printed): void {
    // Threads that a program leaves behind print after its end.
    stopButton.disabled = false
    output.print(text, level)
  }

  function onEnd(words: string): void {
    output.print(words, words.startsWith('Failed') ? 'failed' : 'ended')
    stopButton.disabled = true
  }

  async function reset(served: ServedWorld): Promise<void> {
    running?.stop()
    stopButton.disabled = true
    output.clear()
    requestCounter.clear()
    await served.reset(world.text())
    notify('The world begins anew')
  }

  async function share(): Promise<void> {
    const edited = { program: program.text(), world: world.text() }
    const chosen = gallery.chosen()
    history.replaceState(null, '', await toFragment(chosen === EDITED ? edited : { example: chosen }))
    // The address has the link, also where the clipboard is closed to pages.
    await navigator.clipboard.writeText(location.href).then(
      () => notify('The link is copied'),
      () => notify('Copy the link from the address of this page'),
    )
  }

  /** Problems are shown where a program prints. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    await action().catch((error: unknown) => output.print(error instanceof Error ? error.message : String(error), 'error'))
  }

  await attempt(show)
  // If a link cannot be read, the editors would stay empty: show the first example instead.
  if (world.text() === '') {
    history.replaceState(null, '', location.pathname)
    await attempt(show)
  }
  addEventListener('hashchange', () => attempt(show))
  const served = await serveWorld(find('inspector', HTMLElement)).catch((error: unknown) => {
    const remedy = 'it needs a service worker, which a browser has on https and on localhost, and not in every private window'
    output.print(`Cannot run anything here: ${remedy} (${error instanceof Error ? error.message : String(error)})`, 'error')
  })
  if (!served) return
  await attempt(() => served.begin(world.text()))
  runButton.disabled = false
  resetButton.disabled = false
  runButton.addEventListener('click', () => attempt(() => run(served)))
  resetButton.addEventListener('click', () => attempt(() => reset(served)))
  find('share', HTMLButtonElement).addEventListener('click', () => attempt(share))
  stopButton.addEventListener('click', () => {
    running?.stop()
    output.print('Stopped', 'note')
    stopButton.disabled = true
  })
  // Before the editor, because it handles these keys itself.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    attempt(() => run(served))
  }
  addEventListener('keydown', onKey, { capture: true })
}

/** Shows a message at the bottom of the page for a while. */
function notify(text: string): void {
  const toast = find('toast', HTMLElement)
  toast.textContent = text
  setTimeout(() => {
    if (toast.textContent === text) toast.textContent = ''
  }, visibleMs)
}
