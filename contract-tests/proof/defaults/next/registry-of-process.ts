import { Registry } from '../registries/registry.ts'

declare global {
  var registryOfDefaults: Registry | undefined
}

/** Returns the registry of this process. Next.js bundles each route with its own copy of a module. */
export function getRegistry(): Registry {
  globalThis.registryOfDefaults ??= new Registry()
  return globalThis.registryOfDefaults
}
