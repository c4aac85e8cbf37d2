/** A self-test needs a package that only whoever runs the self-tests has. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage'
}

/**
 * Imports packages that are not installed with this one.
 *
 * @throws {MissingPackage} that names them.
 */
export async function importOptional<T>(packages: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const { code } = Object(cause)
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause
    throw new MissingPackage(`install ${packages.join(' ')} beside @wfhost/contract-tests`, { cause })
  }
}
