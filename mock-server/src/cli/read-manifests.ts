import type { RegistryOperations } from '../core/registry/registry-operations.ts'
import type { MockSeed } from '../schema/world.ts'

export interface ManifestReading {
  /** The registries that have not responded yet. */
  readonly waitingFor: Set<string>
  readonly tell: (line: string) => void
  /** The time after which a registry that has not responded is reported. */
  readonly slowMs: number
}

interface ManifestReader {
  readonly registries: Pick<RegistryOperations, 'sync'>
}

/** Reads the manifests of all registries of a world at its start, so that its workflows can use their tools. */
export async function readManifests(
  service: ManifestReader,
  { workspaces = [] }: MockSeed,
  { slowMs, tell, waitingFor }: ManifestReading,
): Promise<void> {
  const entries = workspaces.flatMap(({ id, registries = [] }) => registries.map((registry) => ({ id, ...registry })))
  await Promise.all(
    entries.map(async ({ id, manifestUrl, name }) => {
      const which = `registry "${name}" of workspace "${id}"`
      waitingFor.add(which)
      const slow = setTimeout(() => {
        tell(
          `Waiting for the manifest of ${which}${manifestUrl === undefined ? '' : ` at ${manifestUrl}`}; not ready before that`,
        )
      }, slowMs)
      await service.registries
        .sync(id, name)
        .catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))
      clearTimeout(slow)
      waitingFor.delete(which)
    }),
  )
}
