export { checkServer, type ServerDescription } from './check-server.ts'
export { checkWorkflow, type WorkflowCheck, type WorkflowCheckOptions } from './check-workflow.ts'
export { connectTarget, NotDeclared, type TargetDescription } from './connect-target.ts'
export type { Limits } from './engine/budget.ts'
export { type Check, checks } from './engine/checks.ts'
export type {
  CheckResult,
  CheckVerdict,
  ConformanceReport,
  Evidence,
  Force,
  ProfileName,
  RecordedExchange,
} from './engine/conformance-report.ts'
export { exitCodeOf, exitCodes } from './engine/exit-code.ts'
export type { Permission } from './engine/permission.ts'
export type { RuleNeeds } from './engine/rule-needs.ts'
export { runSuite, type SuiteRun } from './engine/run-suite.ts'
export { SecretLeak } from './engine/secret-leak.ts'
export type { BaselineEntry, SuiteOptions } from './engine/suite-options.ts'
export { type Call, type Exchange, NoAnswer } from './exchange.ts'
export type { Rule } from './rule.ts'
export { ControlFailed, RuleViolation } from './rule-violation.ts'
export { rules } from './rules.ts'
export type { Fixtures, Hooks, Target } from './target.ts'
export type { WorkflowFinding } from './workflow-check/judge-answer.ts'
export type { DefinitionSchema, WorkflowDefinition } from './workflow-check/workflow-definition.ts'
