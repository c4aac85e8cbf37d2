#!/usr/bin/env node
import { main } from './cli/main.ts'

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  colour: process.stdout.isTTY && process.stdout.hasColors(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
})
