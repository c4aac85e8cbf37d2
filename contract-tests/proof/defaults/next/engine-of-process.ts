import { Engine } from '../engine.ts'

declare global {
  var engineOfDefaults: Engine | undefined
}

/** Returns the engine of this process. Next.js bundles each route with its own copy of a module. */
export function getEngine(): Engine {
  globalThis.engineOfDefaults ??= new Engine()
  return globalThis.engineOfDefaults
}
