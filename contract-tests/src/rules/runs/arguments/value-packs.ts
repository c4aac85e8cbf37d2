import type { Redact } from '@wfhost/internal/redacted-text'
import type { CatalogueEntry } from '../../../catalogues/catalogue.ts'
import { LARGEST_VALUE_SIZE } from '../../../catalogues/values/sizes.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { firstDifference, isContainer, verifyEach } from '../../expectations.ts'
import { RuleViolation, RuleWarning } from '../../rule.ts'
import { describeDifference, expectArguments, readResult } from '../echoes.ts'
import { requireParameters } from '../require-parameters.ts'

/** An entry of a catalogue whose value is sent. */
export type SentEntry = Pick<CatalogueEntry, 'id' | 'source'> & { readonly value?: unknown }

/** Where the value of an entry is: the name of an argument, and the steps from its value. */
export interface Place {
  readonly entry: SentEntry
  readonly steps: readonly (string | number)[]
}

/** The arguments of one run with the values of several entries. One run then tests many values. */
export interface PackedArguments {
  readonly args: Readonly<Record<string, unknown>>
  readonly places: readonly Place[]
}

/** The most requests that the search for a refused value sends. */
const MAX_REQUESTS = 40

/**
 * Sends the values of several entries in one run of the echo workflow, which returns its arguments. Expects each value unchanged
 * in the result.
 *
 * @param createPackedArguments creates the arguments of one run from the values of some entries
 */
export async function verifyPackedValues<Entry extends SentEntry>(
  target: Target,
  entries: readonly Entry[],
  createPackedArguments: (entries: readonly Entry[]) => PackedArguments,
): Promise<void> {
  await new PackedValues(target, createPackedArguments).verify(entries)
}

/** Sends values, and searches for the one that the server refuses. */
class PackedValues<Entry extends SentEntry> {
  readonly #target: Target
  readonly #createPackedArguments: (entries: readonly Entry[]) => PackedArguments
  #requestCount = 0

  constructor(target: Target, createPackedArguments: (entries: readonly Entry[]) => PackedArguments) {
    this.#target = target
    this.#createPackedArguments = createPackedArguments
  }

  /**
   * Sends entries in one run. If the server refuses the run, sends the entries again in two halves, and these in halves again, so
   * that the message names a single value.
   *
   * @throws {RuleViolation} if the server refuses the run or changes a value
   */
  async verify(entries: readonly Entry[]): Promise<void> {
    const packed = this.#createPackedArguments(entries)
    const exchange = await runWorkflow(this.#target, { workflow: this.#target.fixtures.echo, args: packed.args })
    this.#requestCount += 1
    if (exchange.status === 200) return expectUnchanged(exchange, packed)

    // A wrong name in the configuration would be refused with each half, too.
    await requireParameters(this.#target, exchange)

    const canHalve = entries.length > 1 && this.#requestCount < MAX_REQUESTS
    if (canHalve) await this.#verifyHalves(entries)

    // Each half was accepted, or a single value was refused.
    const message = describeRefusal(exchange, entries)
    if (exceedsSizeLimit(exchange, entries)) throw new RuleWarning(message, exchange)
    throw new RuleViolation(message, exchange)
  }

  /** Sends both halves. Throws afterwards if one of them, or both, failed. */
  async #verifyHalves(entries: readonly Entry[]): Promise<void> {
    const middle = Math.ceil(entries.length / 2)
    await verifyEach([entries.slice(0, middle), entries.slice(middle)], (half) => this.verify(half))
  }
}

/** Whether a server refuses only the size of all values together. It may limit a body to a size that still has room for any value. */
function exceedsSizeLimit({ request, status }: Exchange, entries: readonly SentEntry[]): boolean {
  return status === 413 && entries.length > 1 && bodyLength(request) > LARGEST_VALUE_SIZE
}

function bodyLength({ body }: Exchange['request']): number {
  return body?.length ?? 0
}

function describeRefusal({ request, status }: Exchange, entries: readonly SentEntry[]): string {
  const size = status === 413 ? ` to a body of ${bodyLength(request)} characters` : ''
  return `expected status 200 to ${describeEntries(entries)}, found ${status}${size}`
}

function describeEntries(entries: readonly SentEntry[]): string {
  const [first] = entries
  if (entries.length === 1 && first !== undefined) return `a run with the value ${first.id} (${first.source})`
  return `a run with ${entries.length} values`
}

/** The most changed values that a message names. */
const MOST_NAMED = 5

/** Expects the value of each entry, and then the arguments as a whole, unchanged in the result. */
export async function expectUnchanged(exchange: Exchange, { args, places }: PackedArguments): Promise<void> {
  const result = readResult(exchange)
  const changes = places.flatMap((place) => describeChange(place, result))
  if (changes.length === 0) return expectArguments(exchange, args)

  const omitted = changes.length - MOST_NAMED
  const describe = (redact: Redact) => {
    const texts = changes.slice(0, MOST_NAMED).map((change) => change(redact))
    if (omitted > 0) texts.push(`and ${omitted} more`)
    return `expected each value unchanged in the result, found ${texts.join('; ')}`
  }
  throw new RuleViolation(describe, exchange)
}

function describeChange({ entry, steps }: Place, result: unknown): ((redact: Redact) => string)[] {
  const difference = firstDifference(entry.value, readSteps(result, steps))
  if (difference === undefined) return []

  const pointer = `/${steps.join('/')}${difference.pointer}`
  return [(redact) => `${describeDifference({ ...difference, pointer }, redact)} (${entry.source})`]
}

/** Follows names of members and indexes from a JSON value to a value inside it. */
function readSteps(root: unknown, steps: readonly (string | number)[]): unknown {
  let node = root
  for (const step of steps) {
    if (!isContainer(node) || !Object.hasOwn(node, step)) return undefined
    node = node[step]
  }
  return node
}
