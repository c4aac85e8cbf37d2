export { checkServer, type ServerDescription } from './check-server.ts'
export { checkWorkflow, type WorkflowCheck, type WorkflowCheckOptions } from './check-workflow.ts'
export type { Limits } from './conformance/budget.ts'
export { type Check, checks } from './conformance/checks.ts'
export type {
  CheckResult,
  CheckVerdict,
  ConformanceReport,
  Evidence,
  Force,
  ProfileName,
  RecordedExchange,
} from './conformance/conformance-report.ts'
export { exitCodeOf, exitCodes } from './conformance/exit-code.ts'
export type { Permission } from './conformance/permission.ts'
export type { RuleNeeds } from './conformance/rule-needs.ts'
export { runSuite, type SuiteRun } from './conformance/run-suite.ts'
export { SecretLeak } from './conformance/secret-leak.ts'
export type { BaselineEntry, SuiteOptions } from './conformance/suite-options.ts'
export { connectTarget, NotDeclared, type TargetDescription } from './connect-target.ts'
export { type Call, type Exchange, NoAnswer } from './exchange.ts'
export type { Rule } from './rule.ts'
export { ControlFailed, RuleViolation } from './rule-violation.ts'
export { rules } from './rules.ts'
export type { Fixtures, Hooks, Target } from './target.ts'
export type { WorkflowFinding } from './workflow-check/judge-answer.ts'
export type { DefinitionSchema, WorkflowDefinition } from './workflow-check/workflow-definition.ts'
