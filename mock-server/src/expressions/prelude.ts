/**
 * Runs once in each engine. The clock and the randomness are those of the service. Everything that expressions share is
 * frozen, so that no expression sees what another one has changed.
 */
export const prelude = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const compileText = eval
  const shorten = (text) => (text.length > 10000 ? text.slice(0, 10000) + '…' : text)
  let now = 0
  let seed = 0
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const MachineDate = Date
  MachineDate.now = () => now
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now).toString(),
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now] : given, self),
  })
  MachineDate.prototype.constructor = globalThis.Date
  globalThis.fail = (name, value) => {
    const message = value ?? name
    const text = typeof message === 'object' ? stringify(message) : message
    const failure = new Error(shorten(String(text)))
    Object.defineProperty(failure, 'name', { value: value === undefined ? 'Error' : String(name) })
    throw failure
  }
  delete globalThis.eval
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}]
  for (const { constructor } of functions.map(Object.getPrototypeOf)) {
    Object.defineProperty(constructor.prototype, 'constructor', { value: undefined })
  }
  delete globalThis.Function
  const seen = new Set()
  const freeze = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    Object.freeze(value)
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
      freeze(descriptor.value)
      freeze(descriptor.get)
      freeze(descriptor.set)
    }
    freeze(Object.getPrototypeOf(value))
  }
  for (const one of [...functions, (function* () {})(), [][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().entries(), ''.matchAll(/a/g)]) freeze(one)
  freeze(globalThis)
  const compiled = new Map()
  const compile = (source) => {
    if (compiled.size > 500) compiled.clear()
    const made = compileText('"use strict"; (({ args, variables, steps, now, nth }) => (' + source + '\\n))')
    compiled.set(source, made)
    return made
  }
  const tagOf = Object.prototype.toString
  const classesInJson = ['Object', 'Array', 'String', 'Number', 'Boolean']
  const describeNonJson = (value) => {
    if (typeof value === 'function') return 'a function; call it with ()'
    if (typeof value === 'symbol') return 'a symbol'
    if (typeof value === 'bigint') return 'a bigint; convert it with Number()'
    if (typeof value === 'number' && !isFinite(value)) return String(value)
    if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return undefined
    // JSON has no members of a Map, a Promise or an Error.
    const className = tagOf.call(value).slice(8, -1)
    return classesInJson.includes(className) ? undefined : 'an object of the class ' + shorten(className)
  }
  // JSON.stringify calls it for the result, with an empty key, and for each member.
  const refuseNonJson = function (key, json) {
    const found = describeNonJson(this[key])
    if (found === undefined) return json
    throw new TypeError('expected a result in JSON, found ' + found + (key === '' ? '' : ' at ' + shorten(key)))
  }
  const evaluate = (source, input, time, chance, longest) => {
    now = time
    seed = chance
    try {
      const made = compiled.get(source) ?? compile(source)
      const result = made(input)
      const json = stringify(result, refuseNonJson) ?? 'null'
      return json.length > longest ? '#' + json.length : '=' + json
    } catch (error) {
      const isError = error instanceof Error
      const name = isError ? String(error.name) : 'Error'
      const value = isError ? String(error.message) : String(error)
      return '!' + stringify({ name: shorten(name), value: shorten(value) })
    }
  }
  return { parse, evaluate }
})()`
