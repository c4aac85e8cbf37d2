import type { RegistryOperations } from '../core/registry/registry-operations.ts'
import type { MockSeed } from '../schema/world.ts'

export interface ReadManifestsOptions {
  /** The names of the registries that have not responded yet. Reading a manifest adds a name, and removes it at the end. */
  readonly pendingRegistries: Set<string>
  readonly report: (line: string) => void
  /** The time after which a registry that has not responded is reported. */
  readonly warnAfterMs: number
}

interface ManifestReader {
  readonly registries: Pick<RegistryOperations, 'sync'>
}

/** Reads the manifests of all registries of a world when it starts, so that its workflows can use their tools. */
export async function readManifests(
  service: ManifestReader,
  { workspaces = [] }: MockSeed,
  options: ReadManifestsOptions,
): Promise<void> {
  const pending: Promise<void>[] = []
  for (const { id, registries = [] } of workspaces) {
    for (const { manifestUrl, name } of registries) {
      pending.push(syncRegistry(service, { workspaceId: id, name, manifestUrl }, options))
    }
  }
  await Promise.all(pending)
}

interface Registry {
  readonly workspaceId: string
  readonly name: string
  /** Undefined if it is this server. */
  readonly manifestUrl: string | undefined
}

/**
 * Reads the manifest of one registry; the service stores it. Reports a registry that is slow or fails. The server starts anyway.
 */
async function syncRegistry(
  service: ManifestReader,
  { manifestUrl, name, workspaceId }: Registry,
  { report, warnAfterMs, pendingRegistries }: ReadManifestsOptions,
): Promise<void> {
  const registryName = `registry "${name}" of workspace "${workspaceId}"`
  pendingRegistries.add(registryName)
  const slowTimer = setTimeout(() => {
    const url = manifestUrl === undefined ? '' : ` at ${manifestUrl}`
    report(`Waiting for the manifest of ${registryName}${url}; the server is not ready until it has been read`)
  }, warnAfterMs)

  try {
    await service.registries.sync(workspaceId, name)
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(slowTimer)
    pendingRegistries.delete(registryName)
  }
}
