import { connectTarget, type TargetDescription } from './connect-target.ts'
import { generatedValidators } from './readers/generated-validators.ts'
import { zodSchemas } from './readers/zod-schemas.ts'
import { createReport, type Report } from './report.ts'
import { rules } from './rules.ts'
import { type Outcome, runRule } from './run-rule.ts'

/** Every outcome on one server, and the same as a report by requirement. */
export interface ServerCheck {
  readonly outcomes: readonly Outcome[]
  readonly report: Report
}

/** Runs every rule, one after another, on a server that is described by its address and its fixtures. */
export async function checkServer(description: TargetDescription): Promise<ServerCheck> {
  const target = connectTarget(description)
  const outcomes: Outcome[] = []
  for (const rule of rules) outcomes.push(await runRule(rule, { target, readers: [generatedValidators, zodSchemas] }))
  return { outcomes, report: createReport(outcomes) }
}
