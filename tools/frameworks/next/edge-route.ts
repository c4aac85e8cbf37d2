export const runtime = 'edge'

/** Where there is a route for the edge, Next.js makes `instrumentation.ts` for it, too. */
export function GET(): Response {
  return Response.json({ runtime: process.env['NEXT_RUNTIME'] })
}
