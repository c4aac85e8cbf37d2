import { find } from './find.ts'

interface Choice {
  /** The id of the button. */
  readonly button: string
  readonly show: () => void
}

/** Lets buttons choose which part of the page is shown. One of them is pressed. */
function connectChoices(choices: readonly Choice[]): void {
  const buttons = choices.map(({ button }) => find(button, HTMLButtonElement))
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      choices[index]?.show()
    })
  }
}

/** Shows one of the two files. */
export function connectFileTabs(): void {
  const [program, world] = [find('program', HTMLElement), find('world', HTMLElement)]
  const show = (visible: HTMLElement): void => {
    for (const file of [program, world]) file.hidden = file !== visible
  }
  connectChoices([
    { button: 'show-program-file', show: () => show(program) },
    { button: 'show-world-file', show: () => show(world) },
  ])
}

/** Shows the program or the inspector, on a narrow page. */
export function connectPanes(): void {
  const main = find('main', HTMLElement)
  connectChoices([
    { button: 'show-program', show: () => main.classList.remove('inspecting') },
    { button: 'show-inspector', show: () => main.classList.add('inspecting') },
  ])
}
