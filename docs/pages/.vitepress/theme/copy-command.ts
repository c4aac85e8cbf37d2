import { defineComponent, h, onBeforeUnmount, ref } from 'vue'

/** How long the button says that it has copied, in milliseconds. */
const FEEDBACK_MS = 2_000

/** A command of the shell, with a button that copies it. */
export const CopyCommand = defineComponent(
  ({ command }: { readonly command: string }) => {
    const word = ref('Copy')
    let timer: ReturnType<typeof setTimeout> | undefined

    async function copy(): Promise<void> {
      // Browsers refuse if the page is not served over HTTPS, or from this machine.
      const isCopied = await navigator.clipboard.writeText(command).then(
        () => true,
        () => false,
      )
      word.value = isCopied ? 'Copied' : 'Select it to copy'
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
