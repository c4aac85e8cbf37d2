import supportDesk from '../../examples/worlds/support-desk.yaml?raw'
import { createEditor } from './editor.ts'
import { type Running, runProgram } from './run-program.ts'
import { type Served, serveWorld } from './serve-world.ts'
import { fromFragment, toFragment } from './share.ts'
import page from './situations.md?raw'
import { readSituations } from './situations.ts'
import type { Printed } from './worker.ts'

/** Edits are stored here, so that they survive a change of the situation and a reload. */
const KEPT = 'edited'
/** The number of lines of output that are kept. */
const MOST_LINES = 1000

const situations = readSituations(page)

await openPlayground()

async function openPlayground(): Promise<void> {
  const select = find('situation', HTMLSelectElement)
  const output = find('output', HTMLElement)
  const runButton = find('run', HTMLButtonElement)
  const stopButton = find('stop', HTMLButtonElement)
  const onChange = (): void => {
    select.value = KEPT
    sessionStorage.setItem(KEPT, JSON.stringify({ program: program.text(), world: world.text() }))
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
  }
  const program = createEditor(find('program', HTMLElement), { name: 'program.ts', language: 'typescript', onChange })
  const world = createEditor(find('world', HTMLElement), { name: 'world.yaml', language: 'yaml', onChange })
  const waiting: HTMLElement[] = []
  let running: Running | undefined
  let starting = false

  function print(text: string, level: Printed['level']): void {
    const line = document.createElement('p')
    line.className = level
    line.textContent = text
    // Updating the layout for each line would leave no time for a click.
    if (waiting.push(line) === 1) requestAnimationFrame(showWaiting)
  }

  function showWaiting(): void {
    output.append(...waiting.splice(0))
    while (output.childElementCount > MOST_LINES) output.firstElementChild?.remove()
    output.scrollTop = output.scrollHeight
  }

  function end(how: string): void {
    print(how, 'note')
    stopButton.disabled = true
  }

  async function show(): Promise<void> {
    const kept = location.hash === '' || select.value === KEPT ? sessionStorage.getItem(KEPT) : null
    const shared = kept === null ? await fromFragment(location.hash) : JSON.parse(kept)
    const situation = situations.find(({ id }) => 'situation' in shared && id === shared.situation) ?? situations[0]
    program.replace('program' in shared ? shared.program : (situation?.program ?? ''))
    world.replace('world' in shared ? shared.world : supportDesk)
    select.value = 'program' in shared ? KEPT : (situation?.id ?? '')
  }

  async function run(served: Served): Promise<void> {
    if (starting) return
    starting = true
    try {
      running?.stop()
      waiting.length = 0
      output.replaceChildren()
      output.scrollIntoView({ block: 'nearest' })
      await served.begin(world.text())
      running = await runProgram(program.text(), { onPrint, onEnd: end })
      stopButton.disabled = false
    } finally {
      starting = false
    }
  }

  function onPrint({ level, text }: Printed): void {
    // Threads that a program leaves behind print after its end.
    stopButton.disabled = false
    print(text, level)
  }

  async function share(): Promise<void> {
    const edited = { program: program.text(), world: world.text() }
    history.replaceState(null, '', await toFragment(select.value === KEPT ? edited : { situation: select.value }))
    print('The address of this page shows what you see', 'note')
    await navigator.clipboard.writeText(location.href)
    print('It was copied', 'note')
  }

  /** Problems are shown where a program prints. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    await action().catch((error: unknown) => print(error instanceof Error ? error.message : String(error), 'error'))
  }

  select.append(...situations.map(({ id, title }) => new Option(title, id)), new Option('Edited', KEPT))
  await attempt(show)
  // If a link cannot be read, the editors would stay empty: show the first situation instead.
  if (world.text() === '') {
    history.replaceState(null, '', location.pathname)
    await attempt(show)
  }
  addEventListener('hashchange', () => attempt(show))
  select.addEventListener('change', () => {
    history.replaceState(null, '', select.value === KEPT ? location.pathname : `#${select.value}`)
    attempt(show)
  })
  const served = await serveWorld(find('inspector', HTMLElement)).catch((error: unknown) => {
    const remedy = 'it needs a service worker, which a browser has on https and on localhost, and not in every private window'
    print(`Cannot run anything here: ${remedy} (${error instanceof Error ? error.message : String(error)})`, 'error')
  })
  if (!served) return
  await attempt(() => served.begin(world.text()))
  runButton.disabled = false
  runButton.addEventListener('click', () => attempt(() => run(served)))
  find('share', HTMLButtonElement).addEventListener('click', () => attempt(share))
  stopButton.addEventListener('click', () => {
    running?.stop()
    end('Stopped')
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

function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`Cannot open the playground: it has no ${id}`)
  return found
}
