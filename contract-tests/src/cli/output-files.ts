import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { describeFileError, type FileProblem, findWriteProblem } from '../file-errors.ts'
import { NotWritten, UsageError } from './io.ts'
import { writePrivateFile } from './write-private-file.ts'

/**
 * Creates the folder that `--output` names, with its parents, and verifies that files can be written there.
 *
 * @param fileNames the names of the files that the command will write
 * @throws {UsageError} if the folder or a file cannot be written
 */
export async function prepareFolder(folder: string, fileNames: readonly string[]): Promise<void> {
  await createFolders(resolve(folder)).catch(async (error: unknown) => {
    throw new UsageError(`Cannot create the folder ${folder}: ${await describeFolderError(error, folder)}. ${FOLDER_REMEDY}`)
  })

  for (const path of fileNames.map((name) => join(folder, name))) {
    const problem = await findWriteProblem(path)
    if (problem !== undefined) throw new UsageError(`Cannot write ${path}: ${problem.reason}. ${FOLDER_REMEDY}`)
  }
}

async function describeFolderError(error: unknown, folder: string): Promise<string> {
  // The parents exist by then, so the folder itself is refused, as below /proc.
  if (Object(error).code === 'ENOENT') return 'no folder can be created there'

  const { reason } = await describeFileError(error, resolve(folder))
  return reason
}

const FOLDER_REMEDY = 'Name another folder with --output'

/** Creates a folder and its parents. With `recursive`, mkdir never ends below /proc, where no folder can be created. */
async function createFolders(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined)
  if (stats?.isDirectory()) return

  const parent = dirname(folder)
  if (parent !== folder) await createFolders(parent)
  await mkdir(folder)
}

/** Writes a file to the folder that `prepareFolder` created. */
export async function writeToFolder(folder: string, fileName: string, text: string): Promise<void> {
  const path = join(folder, fileName)
  await writePrivateFile(path, text).catch(async (error: unknown) => {
    const { reason } = await describeFileError(error, path)
    throw new NotWritten(`Cannot write ${path}: ${reason}. ${FOLDER_REMEDY}, and run the command again`)
  })
}

/**
 * Writes the file that `--output` names.
 *
 * @throws {UsageError} if the file cannot be written because of its path
 * @throws {NotWritten} if it cannot be written for another reason, such as a full disk
 */
export async function writeOutputFile(file: string, text: string): Promise<void> {
  await writePrivateFile(file, text).catch(async (error: unknown) => {
    throw createFileError(file, await describeFileError(error, file))
  })
}

function createFileError(file: string, { isOfPath, reason }: FileProblem): UsageError | NotWritten {
  const message = `Cannot write ${file}: ${reason}. Name another file with --output`
  return isOfPath ? new UsageError(message) : new NotWritten(message)
}
