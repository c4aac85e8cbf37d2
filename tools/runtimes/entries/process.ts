// Runs the scenario in a runtime that resolves packages itself: Node, Deno, Bun.
import { createRequire } from 'node:module'
import process from 'node:process'
import * as esm from '@wfhost/sdk'
import { cases } from '../scenario/cases.ts'
import { type Client, runCases } from '../scenario/scenario.ts'

const cjs: Client = createRequire(import.meta.url)('@wfhost/sdk')
const [, , baseUrl = ''] = process.argv
const results = await runCases(cases, { baseUrl, copies: { esm, cjs } })
// Without process.exit: nothing may keep the process alive after its last call.
process.stdout.write(`${JSON.stringify(results)}\n`)
