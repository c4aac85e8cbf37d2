/** What was measured of one side, round by round. */
export interface Series {
  readonly subject: string
  readonly side: string
  readonly unit: string
  readonly values: readonly number[]
  readonly median: number
  readonly min: number
  readonly max: number
}

/** A goal, with what was measured. */
export interface Goal {
  readonly name: string
  readonly goal: string
  readonly measured: string
  readonly met: boolean
}

/** A table for a person; the first row is its head. */
export interface Table {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

/** What a scenario found. */
export interface ScenarioResult {
  readonly series: readonly Series[]
  readonly goals: readonly Goal[]
  readonly tables: readonly Table[]
  /** What a reader has to know to read the figures. */
  readonly notes: readonly string[]
}

/** How much time a scenario takes: a look, a run to publish, or everything. */
export type Effort = 'quick' | 'normal' | 'long'

/** Measures both sides of one subject. */
export type Scenario = (effort: Effort) => Promise<ScenarioResult>
