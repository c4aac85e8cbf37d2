// Runs a program apart from the page, which can end it whatever it does. It tells the page what the program prints.

/** What the page is told: a line that the program prints, or how it ended. */
export type Told = { readonly level: 'log' | 'error'; readonly text: string } | { readonly ended: string }

function tell(told: Told): void {
  postMessage(told)
}

for (const name of ['debug', 'log', 'info', 'warn', 'error'] as const) {
  const level = name === 'warn' || name === 'error' ? 'error' : 'log'
  console[name] = (...values: readonly unknown[]) => tell({ level, text: values.map(show).join(' ') })
}

addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  const began = performance.now()
  const error = await import(/* @vite-ignore */ url).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  if (error !== undefined) tell({ level: 'error', text: show(error.reason) })
  tell({ ended: `${error === undefined ? 'Ended' : 'Failed'} after ${Math.round(performance.now() - began)} ms` })
})

addEventListener('unhandledrejection', ({ reason }) => tell({ level: 'error', text: `Nobody handles ${show(reason)}` }))

/** A value as a person reads it. Where JSON has nothing for it, its text. */
function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}`
  try {
    const [line, lines] = [0, 2].map((indent) => JSON.stringify(value, withErrors, indent))
    return (line !== undefined && line.length > 80 ? lines : line) ?? String(value)
  } catch {
    return String(value)
  }
}

function withErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? show(value) : value
}
