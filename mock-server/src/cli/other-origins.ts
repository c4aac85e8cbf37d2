import { networkInterfaces } from 'node:os'
import { isEverywhere, originOf } from '../adapters/http/bind.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/** The origins at which other machines reach a server that listens on all interfaces; none for any other server. */
export function otherOrigins(
  where: { readonly host: string; readonly port: number; readonly secure: boolean },
  interfaces: Interfaces = networkInterfaces(),
): readonly string[] {
  if (!isEverywhere(where.host)) return []
  const addresses = Object.values(interfaces).flatMap((each) => each ?? [])
  // An IPv6 address that is only valid on one link needs a zone, which no URL has.
  const reachable = addresses.filter(({ address, internal }) => !internal && !address.startsWith('fe80:'))
  const ofFamily = where.host.includes(':') ? reachable : reachable.filter(({ family }) => family === 'IPv4')
  return [...new Set(ofFamily.map(({ address }) => originOf({ ...where, host: address })))]
}
