import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSystemReason } from '@wfhost/internal/system-error'

/** Why a file or a folder cannot be used. */
export interface FileProblem {
  readonly reason: string
  /** Whether another path has no such problem. A full disk, for example, would affect other paths, too. */
  readonly isOfPath: boolean
}

/** Describes an error of the file system, without the code and the system call that Node adds. */
export async function describeFileError(error: unknown, path: string): Promise<FileProblem> {
  const { code } = Object(error)
  const reason = code === 'ENOENT' ? await describeMissing(path) : await describeOtherPath(code, path)
  return { reason: reason ?? readSystemReason(error), isOfPath: reason !== undefined }
}

/** Returns why a file cannot be written, or undefined if it probably can. It creates nothing. */
export async function findWriteProblem(path: string): Promise<FileProblem | undefined> {
  try {
    const stats = await statUnlessMissing(path)
    if (stats?.isDirectory()) return { reason: reasonOfCode.EISDIR, isOfPath: true }

    await access(stats === undefined ? dirname(path) : path, constants.W_OK)
    return undefined
  } catch (error) {
    return describeFileError(error, path)
  }
}

async function statUnlessMissing(path: string): Promise<{ readonly isDirectory: () => boolean } | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined
    throw error
  }
}

const reasonOfCode = {
  EISDIR: 'it is a folder',
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EROFS: 'its file system can only be read',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a circle',
} as const

async function describeMissing(path: string): Promise<string> {
  const folder = dirname(path)
  return (await isFolder(folder)) ? 'it does not exist' : `the folder ${folder} does not exist`
}

async function describeOtherPath(code: unknown, path: string): Promise<string | undefined> {
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const blocking = await findFileInPath(path)
    // A link to a missing file exists, and its target does not.
    return (await isFolder(blocking)) ? 'it exists already' : `${blocking} is not a folder`
  }
  return new Map<unknown, string>(Object.entries(reasonOfCode)).get(code)
}

/** Returns the part of a path that is a file where a folder is expected. */
async function findFileInPath(path: string): Promise<string> {
  const folder = dirname(path)
  if (folder === path) return path

  const stats = await stat(path).catch(() => undefined)
  return stats === undefined ? findFileInPath(folder) : path
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isDirectory() ?? false
}
