/** The measured values of one side, round by round. */
export interface Series {
  readonly subject: string
  readonly side: string
  readonly unit: string
  readonly values: readonly number[]
  readonly median: number
  readonly min: number
  readonly max: number
}

/** A goal, with the measured value. */
export interface Goal {
  readonly name: string
  readonly goal: string
  readonly measured: string
  readonly met: boolean
  /** The reason why a missed goal is missed. */
  readonly limit: string
}

/** A table for a person. The first row is its head. */
export interface Table {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

export interface ScenarioResult {
  readonly goals: readonly Goal[]
  readonly tables: readonly Table[]
  /** Notes that a reader needs to understand the figures. */
  readonly notes: readonly string[]
}

/** How much time a scenario takes: a quick look, a run to publish, or everything. */
export type Effort = 'quick' | 'normal' | 'long'

/** Measures both sides of one subject. */
export type Scenario = (effort: Effort) => Promise<ScenarioResult>

export interface ScenarioEntry {
  readonly name: string
  readonly what: string
  readonly nodeOptions: readonly string[]
}

export const scenarios: readonly ScenarioEntry[] = [
  { name: 'start', what: 'start to first response, and memory at rest', nodeOptions: [] },
  { name: 'in-process', what: 'service.fetch and the door for MSW, without a network', nodeOptions: ['--expose-gc'] },
  { name: 'http', what: 'the reference server over HTTP', nodeOptions: [] },
  { name: 'client', what: 'one sync run by the client', nodeOptions: ['--expose-gc'] },
  { name: 'batch', what: 'many runs at concurrency 64', nodeOptions: ['--expose-gc'] },
  { name: 'growth', what: 'cost per request as a world grows', nodeOptions: ['--expose-gc'] },
  { name: 'worlds', what: 'the memory of worlds, and the cost of an expression in one', nodeOptions: ['--expose-gc'] },
  { name: 'soak', what: 'many mixed requests', nodeOptions: ['--expose-gc'] },
]
