import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

describe('wfhost batch, and its output file', () => {
  test('keeps to one output file at a time, unless the process that had it is dead', async () => {
    const input = file('locked.jsonl', '{"n":1}\n')
    const output = at('locked-out.jsonl')
    const line = ['batch', 'flow', '--input', input, '--output', output]
    const lockOf = (pid: number | undefined, host = hostname()) => writeFileSync(`${output}.lock`, JSON.stringify({ pid, host }))
    for (const hold of [() => lockOf(process.pid), () => lockOf(1, 'elsewhere'), () => writeFileSync(`${output}.lock`, '')]) {
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
    expect(readdirSync(at('.')).filter((name) => name.startsWith('locked-out'))).toEqual(['locked-out.jsonl'])
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
