import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import commons, { type Route, type RouteResponse } from '@mockoon/commons'
import { findPort, type ServerProcess, startProcess } from '../measure/start-process.ts'
import { headersByHand } from './answer-by-hand.ts'
import { type BenchOperation, operationNamed } from './operations.ts'

/** A server that runs, with its address. */
export interface RunningSide extends ServerProcess {
  readonly name: string
  readonly url: string
}

/** What is measured beside each other. The first is the limit, the second is ours. */
export const sideNames = ['bare node:http', 'reference server', 'Prism CLI', 'Mockoon CLI', 'MSW behind HTTP'] as const

/** The name of a side. */
export type SideName = (typeof sideNames)[number]

/** Starts a side on a port of its own and waits for its first answer. */
export async function startSide(name: SideName): Promise<RunningSide> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const { headers, path } = operationNamed('manifest')
  // Mockoon keeps files in the folder that it is started in.
  const started = await startProcess({ args: argsOf(name, String(port)), cwd: tmpdir(), url: url + path, headers })
  return { ...started, name, url }
}

function argsOf(name: SideName, port: string): readonly string[] {
  if (name === 'bare node:http') return [serverFile('bare'), port]
  if (name === 'reference server') return [serverFile('reference'), port]
  if (name === 'MSW behind HTTP') return [serverFile('msw-over-http'), port]
  if (name === 'Prism CLI') return [bench('node_modules/@stoplight/prism-cli/dist/index.js'), 'mock', '-p', port, document()]
  const off = ['--disable-log-to-file', '--disable-admin-api', '--disable-tls', '--max-transaction-logs', '0']
  return [bench('node_modules/@mockoon/cli/bin/run.js'), 'start', '--data', writeMockoonEnvironment(), '--port', port, ...off]
}

/** Where a server of ours is once it is compiled. */
function serverFile(name: string): string {
  return bench(`node_modules/.servers/${name}.mjs`)
}

function document(): string {
  return bench('../openapi/openapi.yaml')
}

function bench(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

type Rule = RouteResponse['rules'][number]

/** Writes a data file of Mockoon that tells the operations apart by its rules, and returns where it is. */
function writeMockoonEnvironment(): string {
  const environment = commons.BuildEnvironment({ hasDefaultRoute: false, hasContentTypeHeader: false, hasCorsHeaders: false })
  const refused = [
    response(operationNamed('401'), rule({ target: 'header', modifier: 'authorization', operator: 'null' })),
    response(operationNamed('429'), rule({ target: 'header', modifier: 'prefer', value: 'code=429' })),
  ]
  const started = response(operationNamed('async run'), rule({ target: 'body', modifier: 'mode', value: 'async' }))
  const routes = ['sync run', 'manifest', 'execute'].map((name) => {
    const { method, path, ...operation } = operationNamed(name)
    const others = name === 'sync run' ? [...refused, started] : refused
    const endpoint = path.slice(1).replace('support-triage', ':flowId')
    const own = { ...response({ method, path, ...operation }), default: true }
    return { ...route(method, endpoint), responses: [...others, own] }
  })
  const rootChildren = routes.map(({ uuid }) => ({ type: 'route' as const, uuid }))
  const folder = mkdtempSync(join(tmpdir(), 'wfhost-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'mockoon.json')
  writeFileSync(file, JSON.stringify({ ...environment, hostname: '127.0.0.1', routes, rootChildren }))
  return file
}

function route(method: BenchOperation['method'], endpoint: string): Route {
  const built = commons.BuildHTTPRoute()
  return { ...built, method: method === 'GET' ? commons.Methods.get : commons.Methods.post, endpoint }
}

function response({ answer, status }: BenchOperation, ...rules: Rule[]): RouteResponse {
  const headers = Object.entries(headersByHand(status)).map(([name, value]) => ({ key: name, value }))
  const body = JSON.stringify(answer)
  return { ...commons.BuildRouteResponse(), body, statusCode: status, headers, rules, disableTemplating: true }
}

function rule(of: Pick<Rule, 'target' | 'modifier'> & Partial<Rule>): Rule {
  return { value: '', invert: false, operator: 'equals', ...of }
}

/** Starts the server that gives every request the same answer. */
export function startConstant(): Promise<ServerProcess & { readonly url: string }> {
  return startServer('constant')
}

/** Starts one of the compiled servers on a free port. */
export async function startServer(name: string): Promise<ServerProcess & { readonly url: string }> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  return { ...(await startProcess({ args: [serverFile(name), String(port)], url })), url }
}
