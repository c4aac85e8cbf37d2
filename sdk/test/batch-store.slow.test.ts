import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createWorkflowClient, type RecordedOutcome, runMany } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { describe, expect, test } from 'vitest'
import { useFolder } from './command-surroundings.ts'
import { succeeded } from './faults.ts'
import { runWith } from './run-with-file.ts'

const { at, file } = useFolder()

function linesOf(path: string): readonly { readonly index: number; readonly outcome: RecordedOutcome | 'refused' }[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line)).filter((line) => 'index' in line)
}

const opened = '{"opened":"2026-11-22T00:00:00.000Z"}\n'

describe('openBatchFile', () => {
  test('creates a file that only its owner can read', async () => {
    const path = at('private.jsonl')
    await runWith(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('writes that an input is started before it is sent, and its outcome after', async () => {
    const path = at('plain.jsonl')
    const seen: string[] = []
    const respond = (n: number) => {
      seen.push(
        linesOf(path)
          .map(({ index, outcome }) => `${index} ${outcome}`)
          .join(),
      )
      if (n === 1) return new Response('{}', { status: 400 })
      if (n === 2) return new Response('{}', { status: 500 })
      return succeeded()
    }
    await runWith(path, { inputs: 3, respond })
    expect(seen).toEqual(['0 started', '0 started,0 succeeded,1 started', '0 started,0 succeeded,1 started,1 refused,2 started'])
    expect(linesOf(path).at(-1)).toMatchObject({ index: 2, outcome: 'unknown', input: { n: 2 }, error: { status: 500 } })
    expect((await runWith(path)).sent).toEqual([1, 3])
    expect((await runWith(path, { retryUnknown: true })).sent).toEqual([2])
    expect(readdirSync(at('.')).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  test('does not send an input that a crash left without an outcome, and reports it as unknown', async () => {
    const path = file(
      'crash.jsonl',
      `${opened}{"index":0,"outcome":"started","hash":"x"}\n{"index":1,"outcome":"started"}\n{"index":1,"outco`,
    )
    // Without its hash, a changed input cannot be detected.
    writeFileSync(path, readFileSync(path, 'utf8').replace(',"hash":"x"', ''))
    expect(await runWith(path)).toEqual({ sent: [2, 3], earlier: expect.objectContaining({ 0: 'unknown', 1: 'unknown' }) })
    expect(linesOf(path).filter(({ outcome }) => outcome === 'unknown')).toMatchObject([{ index: 0 }, { index: 1 }])
  })

  test('continues its record under any name, in any folder, and with any line ends', async () => {
    const path = at('named.jsonl')
    await runWith(path, { inputs: 1 })
    symlinkSync('named.jsonl', at('symbolic.jsonl'))
    expect((await runWith(at('symbolic.jsonl'), { inputs: 2 })).sent).toEqual([1])
    linkSync(path, at('hard.jsonl'))
    expect((await runWith(at('hard.jsonl'), { inputs: 3 })).sent).toEqual([2])
    copyFileSync(path, at('copied.jsonl'))
    expect((await runWith(at('copied.jsonl'), { inputs: 4 })).sent).toEqual([3])
    renameSync(at('copied.jsonl'), at('renamed.jsonl'))
    const windows = `\uFEFF${readFileSync(at('renamed.jsonl'), 'utf8').replaceAll('\n', '\r\n')}`
    expect((await runWith(file('windows.jsonl', windows), { inputs: 5 })).sent).toEqual([4])
  })

  test.each([
    { text: 'precious', message: 'line 1 of .+: no batch wrote this line' },
    { text: '{"n":1}\n{"n":', message: 'line 1 of .+: no batch wrote this line' },
    { text: `${opened}precious`, message: 'line 2 of .+: no batch wrote this line' },
    { text: `${opened}{"index":0,"outcome":"gone"}\n`, message: 'line 2 of .+: no batch wrote this line' },
    { text: `${opened}{"index":0,"outco\n${opened}`, message: 'line 2 of .+: no batch wrote this line' },
  ])('does not change a file that it did not write: $text', async ({ text, message }) => {
    const path = file('foreign.jsonl', text)
    await expect(runWith(path)).rejects.toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(message) })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('refuses a changed input, unless its key is the same', async () => {
    const path = at('changed.jsonl')
    await runWith(path, { inputs: 2 })
    const store = await openBatchFile(path)
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch: async () => succeeded() })
    const drain = async (options: object) => {
      for await (const _ of runMany(client, 'flow', [{ n: 1 }, { n: 0 }], { store: store, ...options }));
    }
    await expect(drain({})).rejects.toThrow('input 0 has changed since it ran')
    await drain({ key: ({ n }: { n: number }) => `n${n}` })
    await store.close()
    expect(linesOf(path).filter(({ outcome }) => outcome === 'started')).toHaveLength(4)
  })

  test.each([
    ['removed', (path: string) => rmSync(path), 1],
    [
      'replaced as editors do',
      (path: string) => {
        copyFileSync(path, `${path}.new`)
        renameSync(`${path}.new`, path)
      },
      1,
    ],
    ['removed while the last one was under way', (path: string) => rmSync(path), 3],
  ])('keeps its records if its file is %s, and sends nothing more', async (name, lose, during) => {
    const path = at(`${name.replaceAll(' ', '-')}.jsonl`)
    const respond = (n: number) => {
      if (n === during) lose(path)
      return succeeded()
    }
    const error = await runWith(path, { respond }).catch(Object)
    expect(error).toMatchObject({ name: 'BatchFileError', message: expect.stringContaining('it was removed, or replaced') })
    const [, kept = ''] = /its lines are in (.+): continue with that file$/.exec(error.message) ?? []
    expect((await runWith(kept)).sent).toEqual(during === 1 ? [2, 3] : [])
  })

  test.each([
    { path: new URL('file:///tmp/done.jsonl'), found: /found URL/ },
    { path: undefined, found: /found nothing/ },
    { path: '', found: /found ""/ },
  ])('refuses a path that is not a text: $path', async ({ path, found }) => {
    const error = await openBatchFile(path as string).catch(Object)
    expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(found) })
  })

  test('refuses a file of another workflow', async () => {
    const path = at('workflows.jsonl')
    const of = { flowId: 'one', baseUrl: 'http://localhost' }
    await runWith(path, { inputs: 2, batch: of })
    await expect(runWith(path, { batch: { ...of, flowId: 'two' } })).rejects.toThrow(
      `Cannot continue with ${path}: it records workflow one, not two. Use another file`,
    )
    expect((await runWith(path, { batch: of })).sent).toEqual([2, 3])
  })

  // Tests in one group wait together, for seconds by the clock of the machine.
  test.concurrent('refuses a copy while its own batch runs', { timeout: 40_000 }, async () => {
    const path = at('copied-early.jsonl')
    const store = await openBatchFile(path)
    copyFileSync(path, at('copy.jsonl'))
    await expect(runWith(at('copy.jsonl'))).rejects.toThrow('another batch is writing to it')
    await store.close()
    const copied = await openBatchFile(at('copy.jsonl'))
    await expect(runWith(path)).rejects.toThrow('another batch is writing to it')
    await copied.close()
    expect((await runWith(path)).sent).toHaveLength(4)
    // Where it was begun is not on this machine.
    const elsewhere = file('elsewhere.jsonl', '{"opened":"2026-11-22T00:00:00.000Z","lock":"/not/here/.1.lock"}\n')
    expect((await runWith(elsewhere)).sent).toHaveLength(4)
  })

  test.concurrent.each([
    ['behind', 3_600_000],
    ['ahead of it', -3_600_000],
  ])('acquires the lock of a process that did not renew it for 6 s, with a clock an hour %s', async (_, shift) => {
    const path = file(`stale-${shift}.jsonl`, '')
    for (const name of [`stale-${shift}.jsonl`, `.${statSync(path).ino}`]) {
      mkdirSync(at(`${name}.lock`))
      const renewed = new Date(Date.now() - shift)
      utimesSync(at(`${name}.lock`), renewed, renewed)
    }
    expect((await runWith(path)).sent).toHaveLength(4)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test.concurrent('does not acquire a lock that a process renews with a clock an hour behind', async () => {
    const path = file('renewed.jsonl', '')
    mkdirSync(`${path}.lock`)
    const renew = () => {
      const then = new Date(Date.now() - 3_600_000)
      utimesSync(`${path}.lock`, then, then)
    }
    renew()
    const timer = setInterval(renew, 2_000)
    await expect(runWith(path).finally(() => clearInterval(timer))).rejects.toThrow('another batch is writing to it')
    expect(existsSync(`${path}.lock`)).toBe(true)
  })

  test.concurrent('sends nothing more once its lock is lost', { timeout: 20_000 }, async () => {
    const path = at('compromised.jsonl')
    const sent: number[] = []
    const respond = async (n: number) => {
      sent.push(n)
      if (n === 1) {
        rmSync(`${path}.lock`, { recursive: true })
        await new Promise((resolve) => setTimeout(resolve, 3_000))
      }
      return succeeded()
    }
    await expect(runWith(path, { respond })).rejects.toMatchObject({
      name: 'BatchFileError',
      message: expect.stringContaining('its lock was removed'),
    })
    expect(sent).toEqual([0, 1])
    expect((await runWith(path)).sent).toEqual([2, 3])
  })

  test('sends nothing more after another process has written to the file, although both hold the lock', async () => {
    const path = at('seized.jsonl')
    const sent: number[] = []
    const respond = async (n: number) => {
      sent.push(n)
      if (n === 1) {
        for (const name of readdirSync(at('.'))) if (name.endsWith('.lock')) rmSync(at(name), { recursive: true })
        const other = await runWith(path)
        expect(other.sent).toEqual([2, 3])
      }
      return succeeded()
    }
    await expect(runWith(path, { respond })).rejects.toMatchObject({
      name: 'BatchFileError',
      message: expect.stringContaining('another process writes to it'),
    })
    expect(sent).toEqual([0, 1])
  })

  test('continues with a file that is longer than a string can be', { timeout: 120_000 }, async () => {
    const path = at('long.jsonl')
    const file = openSync(path, 'w')
    const megabyte = Buffer.alloc(2 ** 20, ' ')
    writeSync(file, '{"index":0,"outcome":"succeeded"}\n')
    for (let written = 0; written < 513; written += 1) {
      writeSync(file, megabyte)
      writeSync(file, '\n')
    }
    writeSync(file, '{"index":1,"outcome":"failed"}\n{"index":2,"outcome":"started"}\n')
    closeSync(file)
    const store = await openBatchFile(path)
    await store.close()
    expect([...store.recorded.values()]).toEqual(['succeeded', 'failed', 'unknown'])
  })

  test('stops waiting for another process at a signal', async () => {
    const store = await openBatchFile(at('waiting.jsonl'))
    const controller = new AbortController()
    const waiting = openBatchFile(at('waiting.jsonl'), { onWait: () => controller.abort(), signal: controller.signal })
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await store.close()
  })

  test('announces one wait for a dead process that has left both of its locks', { timeout: 30_000 }, async () => {
    const path = file('dead.jsonl', '')
    const { ino } = statSync(path, { bigint: true })
    for (const folder of [`${path}.lock`, at(`.${ino}.lock`)]) mkdirSync(folder)

    let announced = 0
    const store = await openBatchFile(path, { onWait: () => (announced += 1) })
    await store.close()
    expect(announced).toBe(1)
  })
})
