import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { waitWithProgress } from './wait-visibly.ts'

/** Creates a terminal that keeps what is written to it. */
function createTerminal(columns: number) {
  const written: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  return { written, terminal: Object.assign(stream, { columns }) }
}

describe.concurrent('waitWithProgress', () => {
  test('shows the seconds of a wait, and removes them at its end', async () => {
    const { terminal, written } = createTerminal(80)
    expect(await waitWithProgress(setTimeout(1_200, 'here'), { terminal })).toBe('here')
    expect(written.join('')).toMatch(/waiting for the response: \d s/)
    // The erase code of the last line.
    expect(written.at(-1)).toContain('\u001b[2K')
  })

  test('shows what the command does meanwhile', async () => {
    const { terminal, written } = createTerminal(80)
    await waitWithProgress(setTimeout(1_200), { terminal }, 'reading tickets.csv')
    expect(written.join('')).toMatch(/reading tickets\.csv: \d s/)
  })

  test('removes the seconds also if the request fails', async () => {
    const { terminal, written } = createTerminal(80)
    const failure = setTimeout(1_200).then(() => Promise.reject(new Error('refused')))
    await expect(waitWithProgress(failure, { terminal })).rejects.toThrow('refused')
    expect(written.at(-1)).toContain('\u001b[2K')
  })

  test('shows nothing in less than a second', async () => {
    const { terminal, written } = createTerminal(80)
    await waitWithProgress(setTimeout(50), { terminal })
    expect(written.join('')).not.toContain('waiting')
  })

  test('shows nothing in a log or a terminal without a size', async () => {
    const { terminal, written } = createTerminal(0)
    await Promise.all([
      waitWithProgress(setTimeout(1_200), { terminal }),
      waitWithProgress(setTimeout(1_200), { terminal: undefined }),
    ])
    expect(written).toEqual([])
  })
})
