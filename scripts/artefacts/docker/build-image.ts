import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import dockerIgnore from '@balena/dockerignore'
import { readDockerfile, type Stage, type Step } from './read-dockerfile.ts'

/** What came of the last stage of a Dockerfile. */
export interface Image {
  /** The folder that stands for `/`. */
  readonly root: string
  readonly workdir: string
  readonly user: string
  readonly environment: Readonly<Record<string, string>>
  /** What each COPY of it added, in bytes. */
  readonly layers: readonly number[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/**
 * Does what a Dockerfile says in folders, without an engine. Of the base image there is a Node by its usual path, and
 * what the machine has: a RUN sees the files of the machine, and those of the image below its working directory alone.
 */
export function buildImage({ context, folder }: { readonly context: string; readonly folder: string }): Image {
  const built = new Map<string, Image>()
  for (const stage of readDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    const root = join(folder, stage.name)
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
    built.set(stage.name, buildStage(stage, { root, context, built }))
  }
  const last = [...built.values()].at(-1)
  if (last === undefined) throw new Error('Cannot build the Dockerfile: it has no FROM')
  return last
}

interface Around {
  readonly root: string
  readonly context: string
  readonly built: ReadonlyMap<string, Image>
}

function buildStage({ steps }: Stage, around: Around): Image {
  const { root } = around
  let image: Image = { root, workdir: '/', user: 'root', environment: {}, layers: [], entrypoint: [], command: [], health: [] }
  for (const step of steps) image = { ...image, ...perform(step, image, around) }
  return image
}

function perform(...[step, image, around]: readonly [Step, Image, Around]): Partial<Image> {
  switch (step.keyword) {
    case 'WORKDIR':
      mkdirSync(join(image.root, step.text), { recursive: true })
      return { workdir: step.text }
    case 'USER':
      return { user: step.text }
    case 'ENV':
      return { environment: { ...image.environment, ...step.variables } }
    case 'RUN': {
      // The machine's own, for the registry that it uses.
      const env = { ...process.env, ...image.environment }
      const cwd = join(image.root, image.workdir)
      execFileSync('sh', ['-c', step.text], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 })
      return {}
    }
    case 'COPY':
      return { layers: [...image.layers, copy(step, image, around)] }
    case 'ENTRYPOINT':
      return { entrypoint: step.command }
    case 'CMD':
      return { command: step.command }
    case 'HEALTHCHECK':
      return { health: step.command }
    case 'EXPOSE':
      return {}
  }
}

/** Copies as COPY does: a file into the folder, of a folder what is in it. Gives the bytes. */
function copy(...[step, image, { built, context }]: readonly [Step & { keyword: 'COPY' }, Image, Around]): number {
  const { from, sources, to } = step
  const target = join(image.root, image.workdir, to)
  const origin = from === undefined ? context : built.get(from)?.root
  if (origin === undefined) throw new Error(`Cannot build the Dockerfile: COPY --from=${from} names no stage`)
  const found = sources.flatMap((source) => globSync(join(origin, source)))
  const sent = from === undefined ? found.filter(sentFrom(context)) : found
  if (sent.length === 0) throw new Error(`Cannot build the Dockerfile: COPY ${sources.join(' ')} finds nothing`)
  for (const path of sent) {
    cpSync(path, statSync(path).isDirectory() ? target : join(target, basename(path)), { recursive: true })
  }
  return sent.reduce((sum, path) => sum + weigh(path), 0)
}

/** Which files of the context an engine gets. */
function sentFrom(context: string): (path: string) => boolean {
  const filter = dockerIgnore
    .default()
    .add(readFileSync(join(context, '.dockerignore'), 'utf8'))
    .createFilter()
  return (path) => filter(relative(context, path))
}

function weigh(path: string): number {
  const files = statSync(path).isDirectory() ? globSync(join(path, '**')) : [path]
  return files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0)
}
