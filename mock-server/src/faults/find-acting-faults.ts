import type { FaultEffect } from './fault-effect.ts'

interface FaultWithEffect {
  readonly effect: FaultEffect
}

/**
 * Returns the faults that act on a request, of all faults that select it. The others are hidden: another fault responds first,
 * breaks the connection first, or decides the same thing.
 *
 * @param faults - The faults in the order in which they were added. It is kept.
 */
export function findActingFaults<Fault extends FaultWithEffect>(faults: readonly Fault[]): readonly Fault[] {
  const end = faults.findIndex(({ effect }) => endsRequest(effect))
  if (end === -1) return faults.filter(({ effect }, index) => reachesService(faults, effect, index))

  // The service never handles the request, so only the delays before the end act.
  return faults.filter(({ effect }, index) => index === end || (index < end && effect.place === 'delay'))
}

/** Whether an effect responds in place of the service, or breaks the connection before the service handles the request. */
function endsRequest({ place }: FaultEffect): boolean {
  return place === 'request' || place === 'connection'
}

/** Whether an effect acts on a request that the service handles. */
function reachesService(faults: readonly FaultWithEffect[], { place }: FaultEffect, index: number): boolean {
  switch (place) {
    case 'authentication':
    case 'run':
      // The service uses the first of them.
      return index === findFirst(faults, place)

    case 'response':
    case 'response-connection': {
      // A broken connection ends the response. No later fault can change it.
      const broken = findFirst(faults, 'response-connection')
      return broken === -1 || index <= broken
    }

    case 'delay':
    case 'request':
    case 'connection':
      return true
  }
}

function findFirst(faults: readonly FaultWithEffect[], place: FaultEffect['place']): number {
  return faults.findIndex(({ effect }) => effect.place === place)
}
