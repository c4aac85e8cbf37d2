export const runtime = 'edge'

/** If there is a route for the edge, Next.js also compiles `instrumentation.ts` for it. */
export function GET(): Response {
  return Response.json({ runtime: process.env['NEXT_RUNTIME'] })
}
