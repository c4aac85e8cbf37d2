// Runs the scenario in a runtime that resolves packages itself: Node, Deno, Bun.
import { createRequire } from 'node:module'
import process from 'node:process'
import * as esm from '@wfhost/sdk'
import { cases } from '../scenario/cases.ts'
import { type Client, runCases } from '../scenario/scenario.ts'

const cjs: Client = createRequire(import.meta.url)('@wfhost/sdk')
const [, , baseUrl = ''] = process.argv
const results = await runCases(cases, { baseUrl, copies: { esm, cjs } })
// Without process.exit: a runtime that stays fails by its time limit, since nothing may keep it alive.
process.stdout.write(`${JSON.stringify(results)}\n`)
