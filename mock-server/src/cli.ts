#!/usr/bin/env node
import { runCommand } from './cli/run-command.ts'

void runCommand(process.argv.slice(2))
