import type { Profile } from '@wfhost/mock-server'

/** An example that shows what an option changes, so that it holds with the default of that option alone. */
export interface BoundExample {
  readonly file: string
  /** What no other example of the file contains. */
  readonly contains: string
  readonly options: readonly (keyof Profile)[]
  readonly reason: string
}

/** Reviewed by hand; the tests refuse an entry, and an option in it, that is not needed. */
export const boundExamples: readonly BoundExample[] = [
  {
    file: 'sdk/src/client/create-registry-client.ts',
    contains: 'createRegistryClient(',
    options: ['manifestBody'],
    reason: 'it reads the manifest by the names of its fields, which are typed as this server has them',
  },
  {
    file: 'sdk/README.md',
    contains: 'registry.organizationManifest(',
    options: ['manifestBody', 'sessionCookie'],
    reason: 'it reads the manifest by the names of its fields, and gives a session without the name of its cookie',
  },
]
