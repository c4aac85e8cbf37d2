// The scenario as a worker. The address of the server is in the query.
import * as esm from '@wfhost/sdk'
import { cases } from '../scenario/cases.ts'
import { type Client, runCases } from '../scenario/scenario.ts'

const cjs: Client = require('@wfhost/sdk')

// biome-ignore lint/style/noDefaultExport: workerd wants it
export default {
  async fetch(request: Request): Promise<Response> {
    const baseUrl = new URL(request.url).searchParams.get('server') ?? ''
    return Response.json(await runCases(cases, { baseUrl, copies: { esm, cjs } }))
  },
}
