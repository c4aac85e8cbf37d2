import type { MockService } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/state-error.ts'
import type { VirtualClock } from '../core/virtual-clock.ts'

/** The operations of a service whose arguments and results are JSON; an implementation of a workflow is not. */
const serviceOperations = [
  'publishWorkflow',
  'archiveWorkflow',
  'regenerateKey',
  'workflowKey',
  'run',
  'runs',
  'awaitRun',
  'settled',
  'countRuns',
  'publishToolSet',
  'createToolHostingKey',
  'setEnvironmentVariables',
  'creditBalance',
  'setCredits',
  'setRateLimit',
  'mayConnect',
  'connect',
  'addRegistry',
  'syncRegistry',
  'activateRegistry',
  'deactivateRegistry',
  'registries',
  'offeredTools',
  'addFault',
  'removeFault',
  'clearFaults',
  'faults',
  'journal',
  'clearJournal',
  'received',
  'verify',
] as const satisfies readonly (keyof MockService)[]

/** What the clock of a world can be told. */
export interface ClockOperations {
  /** Lets the clock stand still. */
  freezeClock(): void
  /** Lets the clock follow that of the machine. */
  followClock(): void
  /** Moves the clock on. */
  advanceClock(ms: number): Promise<void>
  /** What time it is, in milliseconds since the epoch. */
  readClock(): { readonly now: number; readonly frozen: boolean }
}

/** Every operation of the control surface. */
export type ControlOperations = Pick<MockService, (typeof serviceOperations)[number]> & ClockOperations

/** The operations of a service by their names, as the control surface calls them. */
export function controlOperations(service: MockService): ReadonlyMap<string, (...args: never[]) => unknown> {
  const clock = (): VirtualClock => {
    if ('advance' in service.clock) return service.clock as VirtualClock
    throw new MockStateError('Cannot control the clock: the service was given one of its own')
  }
  const clockOperations: ClockOperations = {
    freezeClock: () => clock().freeze(),
    followClock: () => clock().follow(),
    advanceClock: (ms) => clock().advance(ms),
    readClock: () => ({ now: clock().now(), frozen: clock().frozen }),
  }
  return new Map([...serviceOperations.map((name) => [name, service[name]] as const), ...Object.entries(clockOperations)])
}

/** The names of every operation of the control surface. */
export const controlOperationNames: readonly string[] = [
  ...serviceOperations,
  ...(['freezeClock', 'followClock', 'advanceClock', 'readClock'] satisfies (keyof ClockOperations)[]),
]
