import type { FaultEffect } from './fault-effect.ts'

interface FaultWithEffect {
  readonly effect: FaultEffect
}

/**
 * Returns the faults that act on a request, of all faults that select it. A fault is a failure that a test has added to the
 * service, such as a delay or a response with status 503. The other faults are hidden: another fault responds first, breaks the
 * connection first, or decides the same thing.
 *
 * @param faults - The faults in the order in which they were added. The result has the same order.
 */
export function findActingFaults<Fault extends FaultWithEffect>(faults: readonly Fault[]): readonly Fault[] {
  const endingFault = faults.find(({ effect }) => endsRequest(effect))
  if (endingFault === undefined) return findFaultsInService(faults)

  // The service never handles the request, so only the delays before the end act.
  const earlierFaults = faults.slice(0, faults.indexOf(endingFault))
  const delays = earlierFaults.filter(({ effect }) => effect.phase === 'before-service')
  return [...delays, endingFault]
}

/** Whether an effect responds in place of the service, or breaks the connection before the service handles the request. */
function endsRequest({ phase }: FaultEffect): boolean {
  return phase === 'instead-of-service' || phase === 'request-connection'
}

/** Returns the faults that act on a request that the service handles: no fault ends the request before. */
function findFaultsInService<Fault extends FaultWithEffect>(faults: readonly Fault[]): readonly Fault[] {
  const authenticationIndex = findFirstIndex(faults, 'authentication')
  const runIndex = findFirstIndex(faults, 'run')
  const breakingIndex = findFirstIndex(faults, 'response-connection')

  return faults.filter(({ effect: { phase } }, index) => {
    // The service uses only the first fault in each of these two phases.
    if (phase === 'authentication') return index === authenticationIndex
    if (phase === 'run') return index === runIndex

    // Delays add up.
    if (phase === 'before-service') return true

    // A fault that breaks the connection ends the response, so later faults cannot change the response.
    return breakingIndex === -1 || index <= breakingIndex
  })
}

/** Returns the position of the first fault that acts in a phase, or -1. */
function findFirstIndex(faults: readonly FaultWithEffect[], phase: FaultEffect['phase']): number {
  return faults.findIndex(({ effect }) => effect.phase === phase)
}
