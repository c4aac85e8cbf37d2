import supportDesk from '../../examples/worlds/support-desk.yaml?raw'
import { createEditor } from './editor.ts'
import { type Running, runProgram } from './run-program.ts'
import { serveWorld } from './serve-world.ts'
import { fromFragment, toFragment } from './share.ts'
import { situations } from './situations.ts'

const programs = import.meta.glob<string>('./situations/*.ts', { query: '?raw', import: 'default', eager: true })

await openPlayground()

async function openPlayground(): Promise<void> {
  const select = find('situation', HTMLSelectElement)
  const output = find('output', HTMLElement)
  const runButton = find('run', HTMLButtonElement)
  const stopButton = find('stop', HTMLButtonElement)
  const onChange = (): void => {
    select.value = 'edited'
  }
  const program = createEditor(find('program', HTMLElement), { name: 'program.ts', language: 'typescript', onChange })
  const world = createEditor(find('world', HTMLElement), { name: 'world.yaml', language: 'yaml', onChange })
  let running: Running | undefined

  function print(text: string, level: string): void {
    const line = document.createElement('p')
    line.className = level
    line.textContent = text
    output.append(line)
    output.scrollTop = output.scrollHeight
  }

  function end(how: string): void {
    print(how, 'note')
    stopButton.disabled = true
  }

  async function show(): Promise<void> {
    const shared = await fromFragment(location.hash)
    const situation = situations.find(({ id }) => 'situation' in shared && id === shared.situation) ?? situations[0]
    program.replace('program' in shared ? shared.program : (programs[`./situations/${situation?.id}.ts`] ?? ''))
    world.replace('world' in shared ? shared.world : supportDesk)
    select.value = 'program' in shared ? 'edited' : (situation?.id ?? '')
  }

  async function run(): Promise<void> {
    running?.stop()
    output.replaceChildren()
    await served.begin(world.text())
    running = await runProgram(program.text(), (told) => ('ended' in told ? end(told.ended) : print(told.text, told.level)))
    stopButton.disabled = false
  }

  async function share(): Promise<void> {
    const edited = { program: program.text(), world: world.text() }
    history.replaceState(null, '', await toFragment(select.value === 'edited' ? edited : { situation: select.value }))
    print('The address of this page shows what you see', 'note')
    await navigator.clipboard.writeText(location.href)
    print('It was copied', 'note')
  }

  /** What cannot be done is told where a program prints. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    await action().catch((error: unknown) => print(error instanceof Error ? error.message : String(error), 'error'))
  }

  select.append(...situations.map(({ id, title }) => new Option(title, id)), new Option('Edited', 'edited'))
  await attempt(show)
  const served = await serveWorld(find('inspector', HTMLElement))
  await attempt(() => served.begin(world.text()))
  addEventListener('hashchange', () => attempt(show))
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`)
    if (select.value !== 'edited') attempt(show)
  })
  runButton.disabled = false
  runButton.addEventListener('click', () => attempt(run))
  find('share', HTMLButtonElement).addEventListener('click', () => attempt(share))
  stopButton.addEventListener('click', () => {
    running?.stop()
    end('Stopped')
  })
  // Before the editor, which has a meaning of its own for these keys.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    attempt(run)
  }
  addEventListener('keydown', onKey, { capture: true })
}

function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`Cannot open the playground: it has no ${id}`)
  return found
}
