import { defineComponent, h, onBeforeUnmount, ref } from 'vue'

/** How long the button says that it has copied, in milliseconds. */
const FEEDBACK_MS = 2_000

/** A command of the shell, with a button that copies it. */
export const CopyCommand = defineComponent(
  ({ command }: { readonly command: string }) => {
    const word = ref('Copy')
    let timer: ReturnType<typeof setTimeout> | undefined

    async function copy(): Promise<void> {
      word.value = (await copyText(command)) ? 'Copied' : 'Select it to copy'
      clearTimeout(timer)
      timer = setTimeout(() => {
        word.value = 'Copy'
      }, FEEDBACK_MS)
    }

    onBeforeUnmount(() => clearTimeout(timer))
    return () =>
      h('div', { class: 'command' }, [
        h('code', command),
        h('button', { type: 'button', 'aria-label': `${word.value}: ${command}`, onClick: copy }, word.value),
      ])
  },
  { props: ['command'] },
)

/** Copies a text, and returns whether the browser did so. */
async function copyText(text: string): Promise<boolean> {
  try {
    // A page has no clipboard if it comes over HTTP from another machine.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
