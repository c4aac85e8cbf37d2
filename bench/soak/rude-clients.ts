import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultyWorkflows } from '../servers/faulty-workflows.ts'
import { operationNamed } from '../servers/operations.ts'

const run = operationNamed('sync run')

/** What the server did while its clients behaved badly, one line each. */
export async function meetRudeClients(url: string): Promise<(readonly [what: string, outcome: string])[]> {
  return [
    ['2,000 connections at once, one request on each', await manyConnections(url, 2000)],
    ['300 clients that send a header byte by byte', await slowClients(url, 300)],
    ['300 clients that leave in the middle of a body', await leavingClients(url, 300)],
    ['a body of 50 MB', await oversized(url, 50_000_000)],
    ['a body of 100,000 nested arrays', await nested(url, 100_000)],
    ['a header of 100 kB', await largeHeader(url)],
    ['1,000 answers that break their connection', await brokenConnections(url, 1000)],
  ]
}

async function manyConnections(url: string, count: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(url)))
  const statuses = await Promise.all(sockets.map((socket) => ask(socket, head('GET /nothing'))))
  for (const socket of sockets) socket.destroy()
  return `${statuses.filter((status) => status === 404).length} answered; ${await health(url)}`
}

async function slowClients(url: string, count: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(url)))
  const times: number[] = []
  for (const byte of 'GET /nothing HTTP') {
    for (const socket of sockets) socket.write(byte)
    const began = performance.now()
    await (await call(url, run.body)).text()
    times.push(performance.now() - began)
    await sleep(50)
  }
  for (const socket of sockets) socket.destroy()
  return `others waited ${Math.max(...times).toFixed(1)} ms at most; ${await health(url)}`
}

async function leavingClients(url: string, count: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(url)))
  const begun = `${head(`POST ${run.path}`, 'content-type: application/json\r\ncontent-length: 1000\r\n')}{"args":`
  for (const socket of sockets) socket.write(begun)
  await sleep(100)
  for (const socket of sockets) socket.destroy()
  await sleep(200)
  return await health(url)
}

async function oversized(url: string, bytes: number): Promise<string> {
  const began = performance.now()
  const response = await call(url, JSON.stringify({ args: [{ name: 'subject', value: 'x'.repeat(bytes) }] }))
  await response.text()
  return `answered ${response.status} after ${Math.round(performance.now() - began)} ms; ${await health(url)}`
}

async function nested(url: string, depth: number): Promise<string> {
  const response = await call(url, `{"args":[{"name":"subject","value":${'['.repeat(depth)}${']'.repeat(depth)}}]}`)
  await response.text()
  return `answered ${response.status}; ${await health(url)}`
}

async function largeHeader(url: string): Promise<string> {
  const status = await ask(await open(url), head('GET /nothing', `x-large: ${'x'.repeat(100_000)}\r\n`))
  return `answered ${status}; ${await health(url)}`
}

/** Faults of the connection, in turn: each must end in an error and none in an answer. */
async function brokenConnections(url: string, count: number): Promise<string> {
  const broken = faultyWorkflows.filter(({ status }) => status === undefined)
  let ended = 0
  for (let index = 0; index < count; index += 1) {
    const { key, kind } = broken[index % broken.length]?.fault ?? { key: '', kind: '' }
    const request = { method: 'POST', headers: { ...run.headers, authorization: `Bearer ${key}` }, body: '{"args":[]}' }
    const path = run.path.replace('support-triage', kind)
    const signal = AbortSignal.timeout(5000)
    await fetch(url + path, { ...request, signal })
      .then((response) => response.text())
      .catch(() => {
        ended += 1
      })
  }
  return `${ended} ended with an error; ${await health(url)}`
}

async function health(url: string): Promise<string> {
  const response = await call(url, run.body).catch(() => undefined)
  await response?.text()
  return response?.status === 200 ? 'then works as before' : 'then does NOT answer'
}

function call(url: string, body: string | undefined): Promise<Response> {
  return fetch(url + run.path, {
    method: 'POST',
    headers: run.headers,
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body }),
  })
}

function head(line: string, headers = ''): string {
  return `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${run.headers['authorization']}\r\n${headers}\r\n`
}

function open(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a request and reads the status; 0 when the connection ends without one. */
function ask(socket: Socket, text: string): Promise<number> {
  return new Promise((resolve) => {
    socket.setTimeout(10_000, () => socket.destroy())
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1] ?? 0)))
    socket.once('close', () => resolve(0))
    socket.on('error', () => {})
    socket.write(text)
  })
}
