#!/usr/bin/env node
import { main } from './cli/main.ts'

const { stdin, stdout } = process
const isTerminal = stdin.isTTY === true && stdout.isTTY === true

// The reader has closed the pipe, as `head` does: exit like a command that SIGPIPE ended.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(141)
})

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  colour: stdout.isTTY && stdout.hasColors(),
  print: (text) => stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  ...(isTerminal ? { terminal: { input: stdin, output: stdout } } : {}),
})
