import { readFile } from 'node:fs/promises'

/** The name of the world file with the sample world. */
export const sampleWorldFile = 'sample-world.yaml'

/** Reads the sample world as a world file. The package has it among its examples. */
export async function readSampleWorld(): Promise<string> {
  // The published command is one folder below the package, and its source four.
  const packageFolder = import.meta.url.endsWith('.ts') ? '../../../..' : '..'
  return readFile(new URL(`${packageFolder}/examples/worlds/${sampleWorldFile}`, import.meta.url), 'utf8')
}
