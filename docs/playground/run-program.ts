import { init, parse } from 'es-module-lexer'
import { transform } from 'sucrase'
import { sendForThread } from './fetch-in-page.ts'
import type { Printed, WorkerMessage } from './worker.ts'

export interface Running {
  readonly stop: () => void
}

export interface ProgramListeners {
  readonly onPrint: (printed: Printed) => void
  /** Called for each request that the program sends to the API. */
  readonly onRequest: () => void
  readonly onEnd: (how: string) => void
}

/** Runs a program in a thread of its own, which `stop` ends. Reports its output, and how it ended. */
export async function runProgram(source: string, { onEnd, onPrint, onRequest }: ProgramListeners): Promise<Running> {
  const program = toUrl(await prepareProgram(source, document.baseURI))
  // A blob has the policy of this page. A file would have another policy, or none.
  const script = toUrl(`import ${JSON.stringify(new URL('./worker.js', document.baseURI).href)}`)
  const worker = new Worker(script, { type: 'module' })
  worker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<WorkerMessage>) => {
    if ('text' in data) onPrint(data)
    else if ('ended' in data) onEnd(data.ended)
    else if (port !== undefined) {
      if (!isControlRequest(data.request.url)) onRequest()
      sendForThread(data.request, port)
    }
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

/** Whether a request controls the world, such as to limit its rate. The inspector does not list such requests. */
function isControlRequest(url: string): boolean {
  return new URL(url).pathname.includes('/__mock/')
}

/** The packages that a program may import, with the files that the build makes of them. */
const modules: Readonly<Record<string, string>> = {
  '@wfhost/sdk': './wfhost-sdk.js',
  '@wfhost/mock-server': './wfhost-mock-server.js',
  zod: './zod.js',
}

/**
 * Compiles a program to JavaScript, line by line, with imports that a page can follow without a bundler.
 *
 * @throws {Error} for text that is not TypeScript, with the line, and for an unknown package.
 */
async function prepareProgram(source: string, base: string): Promise<string> {
  const { code } = transform(source, { transforms: ['typescript'], disableESTransforms: true, filePath: 'program.ts' })
  await init
  const [imports] = parse(code)
  return imports.toReversed().reduce((text, { d: kind, e: end, s: start }) => {
    // The lexer computes the name with `eval`, which the policy of the page refuses. -2 is import.meta.
    const [, quote = '', name = ''] = /^(['"]?)(.*)\1$/.exec(text.slice(start, end)) ?? []
    if (kind === -2 || (kind > -1 && quote === '')) return text
    const file = modules[name]
    if (file === undefined) {
      throw new Error(`Cannot import '${name}' here: the playground has ${Object.keys(modules).join(', ')}`)
    }
    return text.slice(0, start) + quote + new URL(file, base).href + quote + text.slice(end)
  }, code)
}

function toUrl(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
