/** Answers who asks whether the process is alive or ready, where no host does; undefined for every other request. */
export function answerProbe(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  const asked = pathname === '/__mock/health' || pathname === '/__mock/ready'
  return asked && request.method === 'GET' ? Response.json({ status: 'ok' }) : undefined
}
