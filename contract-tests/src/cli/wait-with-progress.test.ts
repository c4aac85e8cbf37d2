import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { waitWithProgress } from './wait-with-progress.ts'

function createProgress() {
  const lines: string[] = []
  return { lines, showProgress: (line: string) => void lines.push(line) }
}

describe.concurrent('waitWithProgress', () => {
  test('shows the seconds of a wait, and removes them at its end', async () => {
    const { lines, showProgress } = createProgress()
    expect(await waitWithProgress(setTimeout(1_200, 'here'), 'replaying run-ok', { showProgress })).toBe('here')
    expect(lines[0]).toMatch(/^replaying run-ok: \d s$/)
    expect(lines.at(-1)).toBe('')
  })

  test('removes the seconds also if the wait fails', async () => {
    const { lines, showProgress } = createProgress()
    const failure = setTimeout(1_200).then(() => Promise.reject(new Error('refused')))
    await expect(waitWithProgress(failure, 'replaying run-ok', { showProgress })).rejects.toThrow('refused')
    expect(lines.at(-1)).toBe('')
  })

  test('shows nothing in less than a second', async () => {
    const { lines, showProgress } = createProgress()
    await waitWithProgress(setTimeout(50), 'replaying run-ok', { showProgress })
    expect(lines).toEqual([])
  })
})
