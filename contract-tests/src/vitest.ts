export { type ConformanceTarget, describeConformance } from './conformance/describe-conformance.ts'
