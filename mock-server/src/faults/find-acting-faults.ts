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
  const endingIndex = faults.findIndex(({ effect }) => endsRequest(effect))
  const reachesService = endingIndex === -1
  if (reachesService) return faults.filter(({ effect }, index) => takesEffect(faults, effect, index))

  // The service never handles the request, so only the delays before the end act.
  return faults.filter(({ effect }, index) => {
    const isEarlierDelay = index < endingIndex && effect.place === 'before-service'
    return isEarlierDelay || index === endingIndex
  })
}

/** Whether an effect responds in place of the service, or breaks the connection before the service handles the request. */
function endsRequest({ place }: FaultEffect): boolean {
  return place === 'instead-of-service' || place === 'request-connection'
}

/**
 * Whether a fault has an effect, given the other faults on the same request. The service handles the request: no fault responds
 * instead of the service.
 *
 * @param index - The position of the fault among all faults on the request.
 */
function takesEffect(faults: readonly FaultWithEffect[], { place }: FaultEffect, index: number): boolean {
  switch (place) {
    case 'authentication':
    case 'run':
      // The service uses only the first fault at each of these places.
      return index === findFirstIndex(faults, place)

    case 'response':
    case 'response-connection': {
      // The first fault that breaks the connection ends the response, so later faults cannot change the response.
      const breakingIndex = findFirstIndex(faults, 'response-connection')
      return breakingIndex === -1 || index <= breakingIndex
    }

    case 'before-service':
      // Delays add up.
      return true

    case 'instead-of-service':
    case 'request-connection':
      // Such a fault ends the request before the service handles it, so it does not occur here.
      return true
  }
}

/** Returns the position of the first fault that acts at a place, or -1. */
function findFirstIndex(faults: readonly FaultWithEffect[], place: FaultEffect['place']): number {
  return faults.findIndex(({ effect }) => effect.place === place)
}
