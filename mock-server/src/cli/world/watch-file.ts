import { stat } from 'node:fs/promises'

const lookEveryMs = 100

/** Returns a text that changes with each edit of a file, and with its removal. */
export async function readFileVersion(file: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true })
    return `${ino} ${mtimeNs} ${size}`
  } catch {
    return 'missing'
  }
}

interface FileWatchOptions {
  /** The version before the file was read. An edit during the reading then counts as a change. */
  readonly version: string
  readonly onChange: () => void
}

/**
 * Calls back after each change of a file. Returns the function that ends the watch, which does not keep the process alive.
 *
 * The file is looked at instead of watched by the system: links lead to it, editors and orchestrators replace it, and containers
 * mount it. `watchFile` of Node does the same, but loses an edit before its first look.
 */
export function watchFile(file: string, { onChange, version }: FileWatchOptions): () => void {
  let latestVersion = version
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function lookLater(): void {
    timer = setTimeout(() => void look(), lookEveryMs).unref()
  }

  async function look(): Promise<void> {
    const currentVersion = await readFileVersion(file)
    if (isStopped) return

    if (currentVersion !== latestVersion) {
      latestVersion = currentVersion
      onChange()
    }
    lookLater()
  }

  lookLater()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
