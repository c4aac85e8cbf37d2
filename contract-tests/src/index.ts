export {
  checkWorkflow,
  type DefinitionSchema,
  type WorkflowCheck,
  type WorkflowCheckOptions,
  type WorkflowDefinition,
  type WorkflowFinding,
} from './check-workflow.ts'
export { ConfigurationError } from './config/config-schema.ts'
export { checkServer } from './engine/check-server.ts'
export type { Permission } from './engine/checks.ts'
export { type Check, checks } from './engine/checks.ts'
export type {
  Area,
  CheckResult,
  CheckVerdict,
  ConformanceReport,
  Evidence,
  Force,
  RecordedExchange,
} from './engine/conformance-report.ts'
export { runSuite } from './engine/run-suite.ts'
export { SecretLeak } from './engine/secret-leak.ts'
export type { ServerDescription } from './engine/server-description.ts'
export type { BaselineEntry, SuiteOptions, SuiteRun } from './engine/suite.ts'
export type { Rule, RuleNeeds } from './rules/rule.ts'
export { ControlFailed, RuleViolation } from './rules/rule.ts'
export { rules } from './rules/rules.ts'
export { connectTarget, NotDeclared, type TargetDescription } from './target/connect-target.ts'
export { type Call, type Exchange, NoAnswer } from './target/exchange.ts'
export type { Fixtures, Hooks, Target } from './target/target.ts'
