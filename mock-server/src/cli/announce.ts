import { X509Certificate } from 'node:crypto'
import type { Control, Engine } from './engines/engine.ts'

/** A server that has begun. */
export interface Announced {
  readonly url: string
  readonly socket: string | undefined
  /** Of a certificate that nobody else knows yet. */
  readonly certificate: string | undefined
  readonly engine: Pick<Engine, 'describe' | 'keys' | 'processes'>
  readonly control: Control
}

/** What a server tells when it has begun: for a person, or as one line of JSON. */
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
    }
    return JSON.stringify(about)
  }
  const lines = [await engine.describe(url)]
  if (socket !== undefined) lines.push(`Socket  ${socket}; for curl: --unix-socket ${socket}`, '')
  if (certificate !== undefined) {
    lines.push(`Certificate of its own, SHA-256 ${new X509Certificate(certificate).fingerprint256}`, '')
  }
  return lines.join('\n')
}

function controlNote(control: Control): string {
  if (control === false) return 'closed; --token opens it'
  return control === undefined ? 'open to this machine' : 'open to who has the token'
}
