import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { callCommand, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

function inputs(count: number): string {
  return Array.from({ length: count }, (_, n) => `{"n":${n}}\n`).join('')
}

describe('wfhost batch, and its output file', () => {
  test('keeps to one output file at a time, unless the process that had it is dead', async () => {
    const input = file('locked.jsonl', '{"n":1}\n')
    const output = at('locked-out.jsonl')
    const line = ['batch', 'flow', '--input', input, '--output', output]
    const lockOf = (pid: number | undefined, host = hostname()) => writeFileSync(`${output}.lock`, JSON.stringify({ pid, host }))
    for (const hold of [() => lockOf(process.ppid), () => lockOf(1, 'elsewhere'), () => writeFileSync(`${output}.lock`, '')]) {
      hold()
      const { code, sent, err } = await callCommand(line)
      expect({ code, sent }).toEqual({ code: 2, sent: [] })
      expect(err).toMatch(/another batch is writing to .+; if none is, remove .+\.lock/)
      expect(existsSync(output)).toBe(false)
    }
    const { pid: dead } = spawnSync(process.execPath, ['--version'])
    lockOf(dead)
    const removal = file('locked-out.jsonl.lock.removal', '')
    const { code, sent, err } = await callCommand(line)
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain(`if none is, remove ${removal}`)
    rmSync(removal)
    expect((await callCommand(line)).code).toBe(0)
    // What is left when a container ends: in its next start, this process has the number of that one.
    lockOf(process.pid)
    expect((await callCommand([...line, '--resume'])).code).toBe(0)
    expect(readdirSync(at('.')).filter((name) => name.startsWith('locked-out'))).toEqual(['locked-out.jsonl'])
  })

  test('takes over from a process that was killed and that nobody has asked for yet', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'])
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const known = existsSync('/proc/self/stat')
    if (known) await expect.poll(() => readFileSync(`/proc/${line}/stat`, 'latin1')).toMatch(/\) Z /)
    const output = at('zombie-out.jsonl')
    file('zombie-out.jsonl.lock', JSON.stringify({ pid: Number(line), host: hostname() }))
    const { code } = await callCommand(['batch', 'flow', '--input', file('zombie.jsonl', inputs(1)), '--output', output])
    parent.kill()
    // Only Linux says so.
    expect(code).toBe(known ? 0 : 2)
  })

  test('ends with 7 when it cannot go on writing, and runs nothing twice when it goes on', async () => {
    const input = file('full.jsonl', inputs(4))
    const output = at('full-out.jsonl')
    const line = ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1']
    const ran: unknown[] = []
    const fetch = async (request: Request) => {
      ran.push(((await request.json()) as { args: readonly { value: unknown }[] }).args[0]?.value)
      if (ran.length === 2) {
        renameSync(output, at('full-kept.jsonl'))
        mkdirSync(output)
      }
      return Response.json(SUCCEEDED)
    }
    const { code, err } = await callCommand(line, { fetch })
    expect(code).toBe(7)
    expect(err).toContain('2 succeeded, 0 failed, 0 refused, 0 may have run, 2 not started\n')
    expect(err).toContain(`wfhost: Cannot write to ${output}: illegal operation on a directory\n`)
    expect(err).toContain(`wfhost: what became of 1 of these is not in ${output}: for --resume, they may have run\n`)
    expect(ran).toEqual([0, 1])
    rmdirSync(output)
    renameSync(at('full-kept.jsonl'), output)
    expect((await callCommand([...line, '--resume'], { fetch })).code).toBe(5)
    expect(ran).toEqual([0, 1, 2, 3])
  })

  test('does not take a mark that was cut short for an input', async () => {
    const input = file('marks.jsonl', inputs(3))
    const output = file('marks-out.jsonl', '')
    // The crash came while the start of input 1 was recorded, before it was sent.
    file('marks-out.jsonl.started', '0\n1')
    const { code, sent } = await callCommand(['batch', 'flow', '--input', input, '--output', output, '--resume'])
    expect(code).toBe(5)
    expect(sent.map(({ body }) => Object(body).args[0].value)).toEqual([1, 2])
  })

  test('leaves the output file of a dry run as it is, and mends it when it goes on', async () => {
    const input = file('torn.jsonl', '{"n":1}\n{"n":2}\n')
    const written = '{"index":0,"outcome":"succeeded"}\n{"index":1,"outco'
    const output = file('torn-out.jsonl', written)
    const line = ['batch', 'flow', '--input', input, '--output', output, '--resume']
    expect((await callCommand([...line, '--dry-run'])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toBe(written)
    expect((await callCommand(line)).code).toBe(0)
    const indexes = readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each).index)
    expect(indexes).toEqual([0, 1])
  })
})
