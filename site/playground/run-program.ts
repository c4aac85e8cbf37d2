import { prepareProgram } from './prepare-program.ts'
import type { Told } from './worker.ts'

export interface Running {
  readonly stop: () => void
}

/** Runs a program in a thread of its own, which ends with `stop`, and tells what it prints. */
export async function runProgram(source: string, onTold: (told: Told) => void): Promise<Running> {
  const program = toUrl(await prepareProgram(source, document.baseURI))
  // What comes from a blob has the policy of this page; a file would have one of its own, or none.
  const script = toUrl(`import ${JSON.stringify(new URL('./worker.js', document.baseURI).href)}`)
  const worker = new Worker(script, { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => onTold(data))
  worker.addEventListener('error', ({ message }) => onTold({ level: 'error', text: message || 'The program cannot be loaded' }))
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
