import { type Matcher, RE2JS } from 're2js'

/**
 * A regular expression for JSONata whose time is linear in the text: the engine of JavaScript takes exponential time for
 * some expressions, and cannot be interrupted.
 *
 * @throws {Error} for lookahead, lookbehind and backreferences.
 */
export class LinearRegExp {
  lastIndex = 0
  readonly #expression: RE2JS
  #matcher: Matcher | undefined
  #text: string | undefined

  constructor(expression: RegExp) {
    this.#expression = RE2JS.compile(RE2JS.translateRegExp(expression))
  }

  exec(text: string): RegExpExecArray | null {
    // JSONata requests one match after the other.
    if (this.#matcher === undefined || this.#text !== text) this.#matcher = this.#expression.matcher(text)
    this.#text = text
    const matcher = this.#matcher
    if (!matcher.find(this.lastIndex)) return null
    this.lastIndex = matcher.end()
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined)
    return Object.assign(groups as [string], { index: matcher.start(), input: text })
  }
}
