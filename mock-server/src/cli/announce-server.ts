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
import type { Backend, Control } from './open-reference.ts'
import { otherOrigins } from './other-origins.ts'
import type { ServeValues } from './serve-options.ts'

export type Address = ListenOptions & { readonly host: string }

/** A server that listens, and its phase, which probes report. */
export interface RunningServer {
  readonly backend: Backend
  readonly server: Listening
  phase: 'loading' | 'ready' | 'draining'
}

interface Announcement extends DescribedServer {
  readonly values: Pick<ServeValues, 'json' | 'quiet'>
}

/** Prints how to use a server that is ready: as JSON for programs, or as text for a person. */
export function announce(running: RunningServer, { address, control, values }: Announcement): void {
  if (values.json === true) console.log(announceServer(running, control))
  else if (values.quiet !== true) console.log(describeServer(running, { address, control }))
}

/** Returns the URL of the inspector, or undefined if the server has no control surface. */
function getInspectorUrl({ backend, server }: Omit<RunningServer, 'phase'>, control: Control): string | undefined {
  return backend.hasInspector && control !== false ? `${server.url}/__mock/` : undefined
}

/** Opens the inspector in a browser, or reports that the server has none. */
export function openInspector(running: RunningServer, control: Control): void {
  const url = getInspectorUrl(running, control)
  if (url === undefined) console.error('Cannot open the inspector: without a control surface there is none')
  else openBrowser(url)
}

function announceServer({ backend, server }: RunningServer, control: Control): string {
  return announceInJson({ url: server.url, keys: backend.keys, control: backend.hasInspector ? control : 'none' })
}

interface DescribedServer {
  readonly address: Address
  readonly control: Control
}

/**
 * Describes a running server for a person: the version, its addresses, what it serves, and its addresses on other networks.
 * Refused requests follow below.
 */
function describeServer(running: RunningServer, { address, control }: DescribedServer): string {
  const { backend, server } = running
  const look = readLook(process.stdout)
  const sections = [writeTitle(manifest.version, look), describeAddresses(running, { control, look })]
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
  { control, look }: { readonly control: Control; readonly look: TerminalLook },
): string {
  const inspectorUrl = getInspectorUrl({ backend, server }, control)
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
