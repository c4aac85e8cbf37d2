#!/usr/bin/env node
import { text } from 'node:stream/consumers'
import { main } from './cli/main.ts'

process.exitCode = await main(process.argv.slice(2), {
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  input: () => text(process.stdin),
  terminal: process.stderr.isTTY === true,
})
