/** Key of the class name that every error class of this package carries. Registered, so that all copies share it. */
export const BRAND: unique symbol = Symbol.for('@wfhost/sdk.error') as never

/**
 * The `Symbol.hasInstance` of every error class: tells whether a value was made by a class of the same brand, in this copy of the package or in another one (ESM
 * beside CJS, two installed versions). A subclass without a brand of its own is compared by its prototype.
 */
export function isBranded(this: { readonly [BRAND]: string }, value: unknown): boolean {
  if (!Object.hasOwn(this, BRAND)) return Function.prototype[Symbol.hasInstance].call(this, value)
  let link = value
  while (typeof link === 'object' && link !== null) {
    if (Object(link.constructor)[BRAND] === this[BRAND]) return true
    link = Object.getPrototypeOf(link)
  }
  return false
}
