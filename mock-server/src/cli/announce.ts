import { X509Certificate } from 'node:crypto'
import type { announcedMembers } from './announced-members.ts'
import type { Control, Engine } from './engines/engine.ts'

/** A server that has started. */
export interface Announced {
  readonly url: string
  readonly socket: string | undefined
  /** The self-signed certificate, which clients have yet to trust. */
  readonly certificate: string | undefined
  readonly engine: Pick<Engine, 'describe' | 'keys' | 'processes'>
  readonly control: Control
}

/** What a server prints when it has started: text, or one line of JSON. */
export async function announce(server: Announced, { json }: { readonly json: boolean }): Promise<string> {
  const { certificate, control, engine, socket, url } = server
  if (json) {
    const about = {
      url,
      socket,
      pid: process.pid,
      keys: engine.keys ?? [],
      workers: engine.processes,
      control: controlNote(control),
      certificate,
    } satisfies Record<(typeof announcedMembers)[number], unknown>
    return JSON.stringify(about)
  }
  const lines = [await engine.describe(url)]
  if (socket !== undefined) lines.push(`Socket  ${socket}; for curl: --unix-socket ${socket}`, '')
  if (certificate !== undefined) {
    lines.push(`Self-signed certificate, SHA-256 ${new X509Certificate(certificate).fingerprint256}`, '')
  }
  return lines.join('\n')
}

function controlNote(control: Control): string {
  if (control === false) return 'closed; --token opens it'
  return control === undefined ? 'open to this machine' : 'open to clients with the token'
}
