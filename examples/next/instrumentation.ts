// instrumentation.ts, which Next.js runs once when its server starts
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs' || process.env['MOCK_WORKFLOWS'] !== '1') return
  const { createMockService, createSampleWorld } = await import('@wfhost/mock-server')
  const { createMswHandler } = await import('@wfhost/mock-server/msw')
  const { setupServer } = await import('msw/node')
  const mock = createMockService(createSampleWorld())
  const baseUrl = process.env['WFHOST_BASE_URL'] ?? 'https://workflows.example'
  setupServer(createMswHandler(mock, { baseUrl })).listen({ onUnhandledFrame: 'bypass' })
}
