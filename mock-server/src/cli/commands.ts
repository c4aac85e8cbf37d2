import { assumptions } from './commands/assumptions.ts'
import { check } from './commands/check.ts'
import type { Command } from './commands/command.ts'
import { conformanceConfig } from './commands/conformance-config.ts'
import { openapi } from './commands/openapi.ts'
import { schema } from './commands/schema.ts'
import { serve } from './commands/serve.ts'
import { worker } from './commands/worker.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [serve, check, assumptions, openapi, schema, conformanceConfig, worker]
