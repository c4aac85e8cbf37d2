/** One thing that the suite must be able to do, tried on servers whose answers are known. */
export interface SelfTest {
  readonly name: string
  readonly run: () => Promise<SelfTestResult>
}

/** How many cases were tried, and what is wrong with those that went wrong. */
export interface SelfTestResult {
  readonly cases: number
  readonly failures: readonly string[]
}
