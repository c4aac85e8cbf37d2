// instrumentation.ts: Next.js runs it once when its server starts
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs' || process.env['MOCK_WORKFLOWS'] !== '1') return
  const { createMockHost, createSampleWorld } = await import('@wfhost/mock-server')
  const { listen } = await import('@wfhost/mock-server/http')
  const { port } = new URL(process.env['WFHOST_BASE_URL'] ?? 'http://127.0.0.1:4010')
  await listen(createMockHost(createSampleWorld), { port: Number(port) })
}
