// Draws what `npm start` prints, for light and for dark pages. Times differ from run to run, so `npm run pictures` calls it.
import { writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { startTour } from '../examples/tour/start-tour.ts'
import { fillInColours } from './draw-diagram.ts'
import { drawTerminal } from './draw-terminal.ts'

const COLUMNS = 100

const svg = drawTerminal({ command: 'npm start', output: await readTour(), columns: COLUMNS })
writePicture('start.svg', fillInColours(svg, 'light'))
writePicture('start-dark.svg', fillInColours(svg, 'dark'))

/** Takes the tour in a terminal of which only the text is kept, and returns the text. */
async function readTour(): Promise<string> {
  const chunks: string[] = []
  const terminal = new Writable({ write: (chunk, _, done) => done(void chunks.push(String(chunk))) })
  const output = Object.assign(terminal, { isTTY: true, columns: COLUMNS, getColorDepth: () => 4 })

  const environment = { LANG: 'en_US.UTF-8', TERM: 'xterm' }
  const { failures, server } = await startTour({ output, environment, port: 4310, isServerKept: true })
  await server.close()
  if (failures > 0) throw new Error(`Cannot draw the tour: ${failures} of its steps failed`)
  return chunks.join('')
}

function writePicture(name: string, picture: string): void {
  writeFileSync(fileURLToPath(new URL(`pages/${name}`, import.meta.url)), picture)
}
