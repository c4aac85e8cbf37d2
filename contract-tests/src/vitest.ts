export { type ConformanceTarget, describeConformance } from './engine/describe-conformance.ts'
