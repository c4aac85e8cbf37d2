#!/usr/bin/env node
// A clone has no build when npm links its commands, so there the source is run; what is packed has no tsup.config.ts.
import { existsSync } from 'node:fs'

await import(existsSync(new URL('../tsup.config.ts', import.meta.url)) ? '../../tools/scripts/run-source.mjs' : '../dist/cli.js')
