import { documentation } from '@wfhost/internal/documentation'

/** Key of the class name that every error class of this package carries. Registered, so that all copies share it. */
export const BRAND: unique symbol = Symbol.for('@wfhost/sdk.error') as never

/** The class name of an error of this package. */
export function brandOf(value: object): string {
  return Object(value.constructor)[BRAND]
}

/** The address of the page about the class of an error. */
export function docsOf(value: object): string {
  return `${documentation}/errors/${brandOf(value)}.html`
}

/**
 * The `Symbol.hasInstance` of every error class. It accepts a value of a class with the same brand, in this copy of the package
 * or in another one (ESM beside CJS, two installed versions). A subclass without a brand of its own is compared by its
 * prototype.
 */
export function isBranded(this: { readonly [BRAND]: string }, value: unknown): boolean {
  try {
    const hasOwnBrand = Object.hasOwn(this, BRAND)
    // The usual `instanceof`.
    if (!hasOwnBrand) return Function.prototype[Symbol.hasInstance].call(this, value)

    for (let prototype = Object(value); prototype; prototype = Object.getPrototypeOf(prototype)) {
      if (brandOf(prototype) === this[BRAND]) return true
    }
    return false
  } catch {
    // A proxy or a getter of the caller threw.
    return false
  }
}
