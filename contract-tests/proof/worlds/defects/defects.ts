import { argumentDefects } from './arguments.ts'
import type { Defect } from './defect.ts'
import { keyAndLimitDefects } from './keys-and-limits.ts'
import { registryDefects } from './registry.ts'
import { runDefects } from './runs.ts'

export const defects: readonly Defect[] = [...runDefects, ...argumentDefects, ...keyAndLimitDefects, ...registryDefects]
