import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { UsageError } from './usage-error.ts'
import { WriteError } from './write-error.ts'

/**
 * Takes the output file for this process, until the function that it returns is called or the process exits. Two
 * batches on one file would each send what the other one has under way. The lock of a process of this machine that has
 * died is taken over.
 */
export function lockOutput(output: string): () => void {
  const lock = `${output}.lock`
  while (!tryLock(lock)) {
    const holder = readLock(lock)
    if (holder === undefined) continue
    if (!hasDied(holder))
      throw new UsageError(`another batch is writing to ${output}${shown(holder)}; if none is, remove ${lock}`, 'batch')
    removeLockOf(holder, lock)
  }
  const release = () => {
    process.off('exit', release)
    rmSync(lock, { force: true })
  }
  process.on('exit', release)
  return release
}

function shown(holder: string): string {
  return holder === '' ? '' : ` (${holder})`
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // On a full disk the file is there, and empty.
    rmSync(lock, { force: true })
    throw new WriteError(lock, error)
  }
}

/** Under a lock of its own: between reading and removing, another process could have taken over. */
function removeLockOf(holder: string, lock: string): void {
  const removal = `${lock}.removal`
  if (!tryLock(removal)) {
    throw new UsageError(`another batch is about to write beside ${lock}; if none is, remove ${removal}`, 'batch')
  }
  try {
    if (readLock(lock) === holder) rmSync(lock)
  } finally {
    rmSync(removal)
  }
}

/** Undefined if it has gone. */
function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function hasDied(holder: string): boolean {
  const { pid, host } = /^\{"pid":(?<pid>\d+),"host":"(?<host>.*)"\}$/.exec(holder)?.groups ?? {}
  if (host !== hostname()) return false
  // Our own number: an earlier start of this container left it, where the numbers begin anew.
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return isZombie(Number(pid))
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** Linux keeps a dead process until its parent reads its status, which the first process of a container may never do. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

function codeOf(error: unknown): unknown {
  return Object(error).code
}
