import { execFileSync } from 'node:child_process'
import type { Requirement } from './default-server.ts'

/** A server or a gateway that may need a program which npm does not install. */
interface WithRequirement {
  readonly requirement?: Requirement
}

interface RunnableSelection<Item> {
  readonly runnable: readonly Item[]
  /** The packages of Debian that the other ones need. */
  readonly missingPackages: readonly string[]
}

/** Selects the servers or gateways whose programs are on this machine. Not every machine has all of them. */
export function selectRunnable<Item extends WithRequirement>(items: readonly Item[]): RunnableSelection<Item> {
  const runnable = items.filter(canRun)
  const others = items.filter((item) => !runnable.includes(item))
  const missingPackages = new Set(others.flatMap(({ requirement }) => requirement?.debianPackage ?? []))
  return { runnable, missingPackages: [...missingPackages] }
}

function canRun({ requirement }: WithRequirement): boolean {
  if (requirement === undefined) return true

  const [program, ...args] = requirement.command
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
