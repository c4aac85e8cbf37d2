// The scenario as one script for a runtime that runs a bundle: an edge VM, a page.
import * as esm from '@wfhost/sdk'
import { cases, pageCases } from '../scenario/cases.ts'
import { type Client, runCases } from '../scenario/scenario.ts'

const cjs: Client = require('@wfhost/sdk')

Object.assign(globalThis, {
  tryClient: async (baseUrl: string) => JSON.stringify(await runCases(cases, { baseUrl, copies: { esm, cjs } })),
  tryPage: async (baseUrl: string) => JSON.stringify(await runCases(pageCases, { baseUrl, copies: { esm, cjs } })),
})
