import { spawn } from 'node:child_process'
import manifest from '../../package.json' with { type: 'json' }
import type { Listening, ListenOptions } from '../adapters/http.ts'
import {
  type AddressRow,
  drawAddressBox,
  readLook,
  type TerminalLook,
  writeAddress,
  writeRule,
  writeTitle,
} from '../serve/terminal-look.ts'
import { announceInJson } from './announce.ts'
import type { Backend, ControlAccess } from './open-reference.ts'
import { otherOrigins } from './other-origins.ts'
import type { ServeOptions } from './serve-options.ts'

export type Address = ListenOptions & { readonly host: string }

/** A server that listens, and its phase, which probes report. */
export interface RunningServer {
  readonly backend: Backend
  readonly server: Listening
  phase: 'loading' | 'ready' | 'draining'
}

interface Announcement extends DescribedServer {
  readonly options: Pick<ServeOptions, 'json' | 'quiet'>
}

/** Prints how to use a server that is ready: as JSON for programs, or as text for a person. */
export function printAnnouncement(running: RunningServer, { address, controlAccess, options }: Announcement): void {
  if (options.json === true) console.log(announceServer(running, controlAccess))
  else if (options.quiet !== true) console.log(describeServer(running, { address, controlAccess }))
}

/** Returns the URL of the inspector, or undefined if the server has no control surface. */
function getInspectorUrl({ backend, server }: Omit<RunningServer, 'phase'>, controlAccess: ControlAccess): string | undefined {
  return backend.hasInspector && controlAccess !== false ? `${server.url}/__mock/` : undefined
}

/** Opens the inspector in a browser, or reports that the server has none. */
export function openInspector(running: RunningServer, controlAccess: ControlAccess): void {
  const url = getInspectorUrl(running, controlAccess)
  if (url === undefined) console.error('Cannot open the inspector: without a control surface there is none')
  else openBrowser(url)
}

function announceServer({ backend, server }: RunningServer, controlAccess: ControlAccess): string {
  return announceInJson({ url: server.url, keys: backend.keys, controlAccess: backend.hasInspector ? controlAccess : 'none' })
}

interface DescribedServer {
  readonly address: Address
  readonly controlAccess: ControlAccess
}

/**
 * Describes a running server for a person: the version, its addresses, what it serves, and its addresses on other networks.
 * Refused requests follow below.
 */
function describeServer(running: RunningServer, { address, controlAccess }: DescribedServer): string {
  const { backend, server } = running
  const look = readLook(process.stdout)
  const sections = [writeTitle(manifest.version, look), describeAddresses(running, { controlAccess, look })]
  sections.push(backend.describe(server.url, look.paint).trimEnd())

  const origins = otherOrigins({ host: address.host, port: server.port, secure: address.tls !== undefined })
  if (origins.length > 0) sections.push(`From other machines  ${origins.join('  ')}`)

  // Without a terminal, programs read the output, and the log is in another stream.
  if (look.columns === undefined) return `${sections.join('\n\n')}\n`
  return [...sections, writeRule('requests', 'Ctrl-C stops', { ...look, columns: look.columns })].join('\n\n')
}

/** Describes the addresses of a server and the source of its world. A terminal has them in a box, with the next step. */
function describeAddresses(
  { backend, server }: Omit<RunningServer, 'phase'>,
  { controlAccess, look }: { readonly controlAccess: ControlAccess; readonly look: TerminalLook },
): string {
  const inspectorUrl = getInspectorUrl({ backend, server }, controlAccess)
  const rows: AddressRow[] = []
  if (inspectorUrl !== undefined) rows.push({ label: 'Inspector', value: inspectorUrl, remark: 'what happens, and why' })
  rows.push({ label: 'Server', value: server.url, remark: 'workflow service and tool registry' })
  if (backend.world !== undefined) rows.push({ label: 'World', value: backend.world })

  const nextSteps: AddressRow[] =
    inspectorUrl === undefined ? [] : [{ label: 'Next', value: 'Open the inspector, or paste a command from below.' }]

  // Without a terminal, or in a narrow one, the box is undefined.
  const box = drawAddressBox([...rows, ...nextSteps], look)
  return box ?? rows.map((row) => writeAddress(row, look)).join('\n')
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens a page in the browser of this machine. Reports if the machine has no command for that. */
function openBrowser(url: string): void {
  const command = openers[process.platform] ?? 'xdg-open'
  const child = spawn(command, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => console.error(`Cannot open a browser: there is no ${command} here; the page is at ${url}`))
  child.unref()
}
