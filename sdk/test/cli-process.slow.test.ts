import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { environmentFor, exitOf, program, spawnCommand, startService, withText } from './command-process.ts'
import { useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()

function inputs(count: number): string {
  return Array.from({ length: count }, (_, n) => `{"n":${n}}\n`).join('')
}

/** Runs a command in its own process namespace, like a container, if the system permits it. */
function spawnIsolated(line: readonly string[], url: string) {
  const isolate = ['unshare', '--pid', '--fork', '--kill-child']
  const permitted = spawnSync('unshare', [...isolate.slice(1), 'true']).status === 0
  const [command = '', ...rest] = permitted ? [...isolate, ...program] : program
  return withText(spawn(command, [...rest, ...line], { env: environmentFor(url) }))
}

/** Gives a file another name. */
function named(path: string, how: (path: string, name: string) => void): string {
  const name = `${path}.${how.name}`
  how(path, name)
  return name
}

interface OutcomeLine {
  readonly index: number
  readonly outcome: string
}

function outcomesOf(path: string): readonly OutcomeLine[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines
    .map((line): OutcomeLine => JSON.parse(line))
    .filter(({ outcome }) => outcome !== undefined && outcome !== 'started')
}

/** Starts a batch of 30 inputs that can be resumed by the same line. */
function startBatch(name: string, url: string, ...flags: readonly string[]) {
  const output = at(`${name}-out.jsonl`)
  const input = file(`${name}.jsonl`, inputs(30))
  const line = ['batch', 'flow', '--input', input, '--output', output, '--resume', '--concurrency', '3', ...flags]
  return { line, output, first: spawnCommand(line, url) }
}

describe.concurrent('The program wfhost', { timeout: 60_000 }, () => {
  test('prints its help', async () => {
    const child = spawnCommand(['run', '--help'])
    expect(await text(child.stdout)).toContain("Example: wfhost run support-triage --arg subject='My invoice is wrong'")
  })

  test.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
  ] as const)('ends a run at $signal with $code, and reports that it may have run', async ({ signal, code }) => {
    await using service = await startService(Number.POSITIVE_INFINITY)
    const child = spawnCommand(['run', 'flow', '--arg', 'n=1'], service.url)
    await service.arrivals(1)
    child.kill(signal)
    expect(await exitOf(child)).toBe(code)
    expect(await child.errorOutput).toMatch(/^wfhost: Cannot run .+\nwfhost: it may have run: check before you repeat it\n$/)
  })

  test('ends at SIGINT while it waits for standard input', async () => {
    await using service = await startService(20)
    const child = spawnCommand(['batch', 'flow', '--input', '-'], service.url)
    child.stdin.write('{"n":1}\n{"n":2')
    await service.arrivals(1)
    child.kill('SIGINT')
    expect(await exitOf(child)).toBe(130)
    expect(await child.errorOutput).toContain('1 succeeded, 0 failed, 0 refused, 0 may have run\n')
  })

  test.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
  ] as const)('runs nothing twice and leaves nothing out when a batch is resumed after $signal', async ({ signal, code }) => {
    await using service = await startService(50)
    const { first, line } = startBatch(signal, service.url, '--json')
    await service.arrivals(5)
    first.kill(signal)
    const printed = text(first.stdout)
    expect(await exitOf(first)).toBe(code)
    expect(await first.errorOutput).toContain('--resume continues')
    expect(JSON.parse((await printed).trim().split('\n').at(-1) ?? '')).toMatchObject({ summary: { exitCode: code } })
    expect(service.runs.size).toBeLessThan(30)
    expect(await exitOf(spawnCommand(line, service.url))).toBe(0)
    expect([...service.runs.values()]).toEqual(Array.from({ length: 30 }, () => 1))
  })

  test('runs nothing twice when a batch is killed and resumed under another name, and reports unknown outcomes', async () => {
    await using service = await startService(50)
    const { first, line, output } = startBatch('killed', service.url)
    await service.arrivals(5)
    first.kill('SIGKILL')
    expect(await exitOf(first)).toBe('SIGKILL')
    // As a crash in the middle of a write leaves it.
    writeFileSync(output, '{"index":29,"outco', { flag: 'a' })
    const name = named(output, renameSync)
    const again = line.map((word) => (word === output ? name : word))
    expect(await exitOf(spawnCommand(again, service.url))).toBe(5)
    expect(Math.max(...service.runs.values())).toBe(1)
    const outcomes = outcomesOf(name)
    expect(new Set(outcomes.map(({ index }) => index)).size).toBe(30)
    expect(outcomes).toHaveLength(30)
    const lost = outcomes.filter(({ outcome }) => outcome === 'unknown')
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.length).toBeLessThanOrEqual(3)
    expect(service.runs.size).toBeGreaterThanOrEqual(30 - lost.length)
    // The outcomes of these inputs are still unknown.
    expect(await exitOf(spawnCommand([...again, '--retry-unknown'], service.url))).toBe(0)
    expect(service.runs.size).toBe(30)
  })

  test('runs nothing twice if a running batch is started again by any name, and in other containers', async () => {
    let endWait = () => {}
    const mayRespond = new Promise<void>((resolve) => {
      endWait = resolve
    })
    await using service = await startService(1, mayRespond)
    const { first, line, output } = startBatch('overlapping', service.url)
    await service.arrivals(3)
    const names = [output, named(output, symlinkSync), named(output, linkSync)]
    const others = names.map((name) =>
      spawnIsolated(
        line.map((word) => (word === output ? name : word)),
        service.url,
      ),
    )
    const codes = await Promise.all(others.map(exitOf))
    expect(codes).toEqual([2, 2, 2])
    for (const [at, { errorOutput }] of others.entries()) {
      expect(await errorOutput).toContain(`Cannot write to ${names[at]}: another batch is writing to it; if none is, remove `)
    }
    endWait()
    expect(await exitOf(first)).toBe(0)
    expect([...service.runs.values()]).toEqual(Array.from({ length: 30 }, () => 1))
    expect(existsSync(`${output}.lock`)).toBe(false)
  })

  test('reports that Ctrl-C ended it while it waited for the file of another batch', async () => {
    await using service = await startService(Number.POSITIVE_INFINITY)
    const { first, line, output } = startBatch('waits', service.url)
    await service.arrivals(1)
    const second = spawnCommand(line, service.url)
    await once(second.stderr, 'data')
    second.kill('SIGINT')
    expect(await exitOf(second)).toBe(130)
    expect((await second.errorOutput).split('\n').slice(1)).toEqual([
      `wfhost: Cannot write to ${output}: interrupted while another batch had it; nothing was sent`,
      '',
    ])
    first.kill('SIGKILL')
  })

  test('runs nothing twice when a batch is suspended and another one replaces it', async () => {
    await using service = await startService(50)
    const { first, line } = startBatch('asleep', service.url)
    await service.arrivals(5)
    first.kill('SIGSTOP')
    expect(await exitOf(spawnIsolated(line, service.url))).toBe(5)
    first.kill('SIGCONT')
    // 5 if the connections of its runs were closed while it slept.
    expect([5, 7]).toContain(await exitOf(first))
    expect(await first.errorOutput).toMatch(/another process writes to it|its lock was removed, or taken over/)
    expect(Math.max(...service.runs.values())).toBe(1)
    expect(service.runs.size).toBeGreaterThanOrEqual(27)
  })

  test('ends the runs in progress and records them when its terminal is closed', async () => {
    // Long enough that the signal arrives before the first response.
    await using service = await startService(1500)
    const { first, output } = startBatch('hung-up', service.url)
    await service.arrivals(3)
    first.kill('SIGHUP')
    expect(await exitOf(first)).toBe(129)
    expect(service.runs.size).toBe(3)
    expect(outcomesOf(output).map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('ends with 7 if its output cannot be written, and runs nothing twice when it resumes', async () => {
    await using service = await startService(20)
    const output = at('full-out.jsonl')
    const input = file('full-out-inputs.jsonl', inputs(30))
    const line = ['batch', 'flow', '--input', input, '--output', output, '--resume', '--concurrency', '2']
    const printedInputs = new Set<number>()
    // Each run has more room, so that the unknown outcomes of the first run are in the file when the second one fails.
    for (const blocks of [2, 4]) {
      const script = `ulimit -f ${blocks}; exec ${[...program, ...line].join(' ')}`
      const child = withText(spawn('sh', ['-c', script], { env: environmentFor(service.url) }))
      expect(await exitOf(child)).toBe(7)
      const visible = await child.errorOutput
      expect(visible).toMatch(
        /wfhost: Cannot write to .+full-out.jsonl: file too large\nwfhost: the outcomes of \d of these are not in .+; they are printed above/,
      )
      // An input whose start is in the file counts as one that may have run, although it was refused.
      expect(visible).toContain('wfhost: the same line with --resume continues with the inputs that did not run\n')
      for (const [text] of visible.matchAll(/^{"index".+/gm)) printedInputs.add(JSON.parse(text).index)
    }
    expect(service.runs.size).toBeLessThan(30)
    expect(await exitOf(spawnCommand(line, service.url))).toBe(5)
    expect(Math.max(...service.runs.values())).toBe(1)
    expect(new Set(outcomesOf(output).map(({ index }) => index)).size).toBe(30)
    const unknown = outcomesOf(output).filter(({ outcome }) => outcome === 'unknown')
    // An input was not sent if its start was being written when the outcome of another input failed. It still counts as unknown.
    const sent = unknown.filter(({ index }) => service.runs.has(index))
    expect(new Set(sent.map(({ index }) => index))).toEqual(printedInputs)
  })

  test('reports that a full disk prevents its output, and starts nothing more', async () => {
    await using service = await startService(20)
    const output = at('full.jsonl')
    const input = file('full-inputs.jsonl', inputs(30))
    const command = [...program, 'batch', 'flow', '--input', input, '--concurrency', '2'].join(' ')
    const script = `ulimit -f 1; exec ${command} > ${output}`
    const child = withText(spawn('sh', ['-c', script], { env: environmentFor(service.url) }))
    expect(await exitOf(child)).toBe(7)
    const visible = await child.errorOutput
    expect(visible).toContain('wfhost: Cannot write to standard output: file too large\n')
    const rest = visible.split('without it, --resume would run these inputs again\n')[1] ?? ''
    const lines = `${readFileSync(output, 'utf8')}${rest}`.trim().split('\n')
    const indexes = lines.map((line) => (JSON.parse(line) as { readonly index: number }).index)
    // Concurrent requests may arrive in any order.
    expect(new Set(indexes)).toEqual(new Set(service.runs.keys()))
    expect(indexes).toHaveLength(service.runs.size)
    expect(service.runs.size).toBeLessThan(30)
  })

  test('does not warn of lost outcomes at a full disk if a file has them', async () => {
    await using service = await startService(20)
    const input = file('kept-inputs.jsonl', inputs(3))
    const line = [...program, 'batch', 'flow', '--input', input, '--output', at('kept.jsonl'), '--json']
    const child = withText(spawn('sh', ['-c', `exec ${line.join(' ')} > /dev/full`], { env: environmentFor(service.url) }))
    await exitOf(child)
    const visible = await child.errorOutput
    expect(visible).toContain('Cannot write to standard output')
    expect(visible).not.toContain('--resume would run these inputs again')
  })

  test('starts nothing more when its reader has ended', async () => {
    await using service = await startService(20)
    const child = spawnCommand(['batch', 'flow', '--input', '-', '--concurrency', '1'], service.url)
    child.stdin.end(inputs(200))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await exitOf(child)).toBe(141)
    expect(service.runs.size).toBeLessThan(200)
    expect(await child.errorOutput).not.toContain('EPIPE')
  })
})
