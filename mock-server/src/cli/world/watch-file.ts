import { stat } from 'node:fs/promises'

const pollIntervalMs = 100

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
  readonly initialVersion: string
  readonly onChange: () => void
}

/**
 * Calls back after each change of a file. Returns a function that ends the watch. The watch does not keep the process alive.
 *
 * The file is polled, because system watchers miss changes of linked, replaced or mounted files. `watchFile` of Node does the
 * same, but loses an edit before its first poll.
 */
export function pollFile(file: string, { onChange, initialVersion }: FileWatchOptions): () => void {
  let latestVersion = initialVersion
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function schedulePoll(): void {
    timer = setTimeout(() => void poll(), pollIntervalMs).unref()
  }

  async function poll(): Promise<void> {
    const currentVersion = await readFileVersion(file)
    if (isStopped) return

    if (currentVersion !== latestVersion) {
      latestVersion = currentVersion
      onChange()
    }
    schedulePoll()
  }

  schedulePoll()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
