import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { engineOptions } from '../../generate/write-engine.ts'
import { engine } from '../../generated/engine.ts'
import { addTimeChecks } from './add-time-checks.ts'

const options = { rounds: 100, freeChecks: 2, clock: 'clock' }

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)]
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = [items.length, ...items.flat()]
  return [id, ...leb(content.length), ...content]
}

/** A module with a clock, a memory, and one function with these instructions, which is exported as `work`. */
function moduleWith(instructions: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [0, ...instructions, 0x0b]
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      [0x60, 0, 1, 0x7c],
      [0x60, 0, 0],
    ]),
    ...section(2, [[1, 0x65, 5, ...Buffer.from('clock'), 0, 0]]),
    ...section(3, [[1]]),
    ...section(5, [[0, 1]]),
    ...section(6, [[0x7f, 1, 0x41, 0, 0x0b]]),
    ...section(7, [[4, ...Buffer.from('work'), 0, 1]]),
    ...section(10, [[...leb(body.length), ...body]]),
  ])
}

function start(wasm: Uint8Array, clock: () => number) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(wasm)), { e: { clock } })
  const { deadline, roundsLeft, work } = exports
  if (!(deadline instanceof WebAssembly.Global) || !(roundsLeft instanceof WebAssembly.Global)) throw new Error('Expected both')
  if (typeof work !== 'function') throw new Error('Expected a function')
  return { deadline, roundsLeft, work }
}

const endlessLoop = [0x03, 0x40, 0x0c, 0, 0x0b]
const copyAgain = [0x03, 0x40, 0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 2, 0xfc, 10, 0, 0, 0x0c, 0, 0x0b]
const fillAgain = [0x03, 0x40, 0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 2, 0xfc, 11, 0, 0x0c, 0, 0x0b]

test.each([
  ['a loop', endlessLoop],
  ['a loop that copies memory', copyAgain],
  ['a loop that fills memory', fillAgain],
])('%s without an end traps when the deadline is over', (_, instructions) => {
  let clockReads = 0
  const { deadline, work } = start(addTimeChecks(moduleWith(instructions), options), () => {
    clockReads += 1
    return clockReads
  })
  deadline.value = 5
  expect(() => work()).toThrow(WebAssembly.RuntimeError)
  expect(clockReads).toBe(6)
})

test.each([
  ['copying', [10, 0, 0]],
  ['filling', [11, 0]],
])('%s memory counts by its size', (_, operation) => {
  const clockReads = (bytes: readonly number[]): number => {
    let times = 0
    const once = [0x41, 0, 0x41, 0, 0x41, ...bytes, 0xfc, ...operation]
    const { roundsLeft, work } = start(addTimeChecks(moduleWith(once), { ...options, freeChecks: 0 }), () => {
      times += 1
      return 0
    })
    roundsLeft.value = 100
    work()
    return times
  }
  // 64 bytes are one round; 32,768 bytes are more than the 100 rounds that are left.
  expect(clockReads([0xc0, 0])).toBe(0)
  expect(clockReads([0x80, 0x80, 2])).toBe(1)
})

test('work that ends before its deadline is not stopped', () => {
  const { deadline, work } = start(addTimeChecks(moduleWith([0x01]), options), () => 0)
  deadline.value = 5
  expect(work()).toBeUndefined()
})

test.each([
  ['an instruction that is not known', [0xfd, 0], /the instruction 0xfd is not known/],
  ['a bulk instruction that is not known', [0xfc, 17], /the instruction 0xfc 17 is not known/],
])('refuses %s, rather than missing a loop', (_, instructions, says) => {
  expect(() => addTimeChecks(moduleWith(instructions), options)).toThrow(says)
})

test('refuses an engine that imports no clock of that name, and one that ends in the middle', () => {
  const module = moduleWith([0x01])
  expect(() => addTimeChecks(module, { ...options, clock: 'time' })).toThrow('the engine imports no "time"')
  expect(() => addTimeChecks(module.subarray(0, 12), options)).toThrow('Cannot add time checks: the engine')
})

test('the generated engine is the one of the package that is installed', () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
  // Compressed, it may differ from machine to machine.
  const generated = gunzipSync(Buffer.from(engine, 'base64'))
  expect(generated.equals(addTimeChecks(wasm, engineOptions))).toBe(true)
})
