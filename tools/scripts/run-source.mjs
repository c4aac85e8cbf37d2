// Runs a command of a package in a clone: from source, with the Node of the dependencies.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './run-child.mjs'

const cli = join(dirname(realpathSync(process.argv[1])), '../src/cli.ts')
const brought = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))
const node = existsSync(brought) ? brought : process.execPath
runChild([node, '--conditions=@wfhost/source', cli, ...process.argv.slice(2)])
