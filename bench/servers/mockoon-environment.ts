import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import commons, { type Route, type RouteResponse } from '@mockoon/commons'
import { headersByHand } from './answer-by-hand.ts'
import { type BenchOperation, operationNamed } from './operations.ts'

type Rule = RouteResponse['rules'][number]

/** Writes a data file of Mockoon that tells the operations apart by its rules, and returns where it is. */
export function writeMockoonEnvironment(): string {
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
