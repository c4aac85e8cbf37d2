import { runCommandLine } from '../../proof/contract-server.ts'
import type { Staging } from './staging.ts'

interface VerifiedCheck {
  readonly id: string
  readonly verdict: string
  readonly message: string
}

/** The result of a verification. */
export interface Verification {
  readonly code: number
  readonly verdict: string
  readonly failures: readonly VerifiedCheck[]
  readonly blocked: readonly VerifiedCheck[]
  readonly notVerifiable: readonly { readonly request: string; readonly reason: string }[]
}

/** Runs the command `verify` with a contract and a configuration, and reads its report. */
export async function verify(
  contract: string,
  { config }: Pick<Staging, 'config'>,
  ...args: readonly string[]
): Promise<Verification> {
  const { code, output } = await runCommandLine(['verify', contract, '--json', ...args], { config })
  const { checks, contract: compared, verdict } = JSON.parse(output)
  const withVerdict = (wanted: string) => checks.filter((check: VerifiedCheck) => check.verdict === wanted)
  return {
    code,
    verdict,
    failures: withVerdict('fail'),
    blocked: withVerdict('blocked'),
    notVerifiable: compared.notVerifiable,
  }
}
