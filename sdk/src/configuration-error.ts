import { BRAND, isBranded } from './error-brand.ts'

/** An option or argument that cannot work. Nothing was sent. */
export class ConfigurationError extends TypeError {
  static readonly [BRAND]: string = 'ConfigurationError'
  static override readonly [Symbol.hasInstance] = isBranded
  readonly code = 'configuration'

  constructor(message: string) {
    super(message)
    Object.defineProperty(this, 'name', { value: new.target[BRAND], configurable: true, writable: true })
  }
}
