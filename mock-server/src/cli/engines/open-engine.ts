import type { ObserveExchange } from '../../core/journal/journal-entry.ts'
import type { Profile } from '../../core/profile.ts'
import { CommandLineError } from '../command-line-error.ts'
import type { Control, Engine } from './engine.ts'
import { openReference } from './open-reference.ts'
import { openWorkers } from './open-workers.ts'

/** What to serve, according to the command line. */
export interface EngineOptions {
  readonly engine: string
  readonly guard: boolean
  readonly upstream: string | undefined
  readonly file: string | undefined
  readonly profile: Partial<Profile>
  readonly state: string | undefined
  readonly control: Control
  /** The URL at which the server will listen. */
  readonly ownUrl: string
  /** The number of processes for the worlds. */
  readonly workers: number
  /** Called for every request that the reference server answers in this process. */
  readonly observe: ObserveExchange
  /** How workers log failed requests; undefined for not at all. */
  readonly log: 'text' | 'json' | undefined
  /** Called with one line when a worker ends. */
  readonly onLoss: (why: string) => void
}

/**
 * Opens the engine that the command line selects.
 *
 * @throws {CommandLineError} for options that exclude each other.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { control, engine, file, guard, log, observe, onLoss, ownUrl, profile, state, upstream, workers } = options
  if (engine !== 'reference' && engine !== 'prism') {
    throw new CommandLineError(`Cannot serve by "${engine}": expected --engine reference or prism`)
  }
  if (upstream !== undefined && !guard) throw new CommandLineError('Cannot use --upstream without --guard')
  if (engine === 'prism' && guard) throw new CommandLineError('Cannot guard Prism by itself: leave out --guard or --engine prism')
  const noWorld = engine === 'prism' ? 'with --engine prism: it knows' : upstream && 'with --upstream: the guard knows'
  if (noWorld && (file !== undefined || state !== undefined || Object.keys(profile).length > 0)) {
    throw new CommandLineError(`Cannot use --world, --state or --assume ${noWorld} the document alone`)
  }
  if (workers > 1 && engine === 'prism') throw new CommandLineError('Cannot use --workers with --engine prism: it has no worlds')
  if (workers > 1 && guard) {
    throw new CommandLineError('Cannot use --workers with --guard: guard it from another process, with --guard --upstream')
  }
  // Loaded only if needed: Prism is an optional peer, and large.
  if (engine === 'prism') return (await import('./open-prism.ts')).openPrism()
  if (workers > 1) return openWorkers({ file, profile, state, control, ownUrl, workers, log, onLoss })
  if (!guard) return openReference({ file, profile, state, control, ownUrl, observe })
  const { openGuard, openGuardedReference } = await import('./open-guard.ts')
  if (upstream === undefined) return openGuardedReference({ file, profile, state, control, ownUrl, observe })
  return openGuard({ upstream: readUpstream(upstream), control })
}

function readUpstream(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '') {
    return url.href.replace(/\/+$/, '')
  }
  throw new CommandLineError('Cannot guard: expected an http or https address without credentials and query as --upstream')
}
