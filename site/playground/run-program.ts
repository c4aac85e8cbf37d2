import { answerThread } from './fetch-in-page.ts'
import { prepareProgram } from './prepare-program.ts'
import type { Printed, Told } from './worker.ts'

export interface Running {
  readonly stop: () => void
}

/** Runs a program in a thread of its own, which ends with `stop`, and tells what it prints, and how it ends. */
export async function runProgram(
  source: string,
  { onEnd, onPrint }: { readonly onPrint: (printed: Printed) => void; readonly onEnd: (how: string) => void },
): Promise<Running> {
  const program = toUrl(await prepareProgram(source, document.baseURI))
  // What comes from a blob has the policy of this page; a file would have one of its own, or none.
  const script = toUrl(`import ${JSON.stringify(new URL('./worker.js', document.baseURI).href)}`)
  const worker = new Worker(script, { type: 'module' })
  worker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<Told>) => {
    if ('text' in data) onPrint(data)
    else if ('ended' in data) onEnd(data.ended)
    else if (port !== undefined) answerThread(data.asked, port)
  })
  worker.addEventListener('error', ({ message }) => onPrint({ level: 'error', text: message || 'The program cannot be loaded' }))
  worker.postMessage(program)
  return {
    stop: () => {
      worker.terminate()
      for (const url of [program, script]) URL.revokeObjectURL(url)
    },
  }
}

function toUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
