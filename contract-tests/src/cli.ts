#!/usr/bin/env node
import { askOnTerminal } from './cli/ask-on-terminal.ts'
import { main } from './cli/main.ts'
import { exitCodes } from './conformance/exit-code.ts'

const { stdin, stdout } = process
const isTerminal = stdin.isTTY === true && stdout.isTTY === true

// Whoever reads the first lines only, as head does, has seen enough; how it ends is then nobody's to see.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.unreachable)
})

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  colour: stdout.isTTY && stdout.hasColors(),
  print: (text) => stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  ...(isTerminal ? { ask: (question) => askOnTerminal(question, { input: stdin, output: stdout }) } : {}),
})
