import * as z from 'zod'
import type { ContractFacts, ExchangeReport, OnExchange } from '../core/journal/journal.ts'
import { callable } from '../schema/check.ts'
import type { JournalEntry } from '../schema/journal.ts'
import { textSchema } from '../schema/values.ts'
import { toContractArchive } from './contract-archive.ts'
import { type ContractEntry, toContractEntry } from './contract-entry.ts'
import { ContractFile } from './contract-file.ts'

/**
 * Where to write the contract: each distinct request of the tests, with the response that they received. Keys appear by
 * name. In Node, it is the path of a file such as `wfhost-contract.har`, which is extended if it exists. A page has no
 * files, so it passes a function, which receives the whole archive after each new exchange.
 */
export type ContractTarget = string | ((archive: object) => void | Promise<void>)

export const contractTargetSchema = z.union([textSchema, callable()], { error: 'expected the path of a file, or a function' })

/** Records the exchanges of worlds. */
export interface ContractRecorder {
  /** The listener for the exchanges of a world. */
  readonly onExchange: OnExchange
  /** Writes the new exchanges. Resolves when the contract contains every exchange that has ended. */
  readonly flush: () => Promise<void>
}

interface EndedExchange {
  readonly exchange: JournalEntry
  readonly facts: ContractFacts
}

type Write = (entries: {
  readonly added: readonly ContractEntry[]
  readonly all: readonly ContractEntry[]
}) => void | Promise<void>

/**
 * Creates a recorder of a contract: the requests of tests with their responses, with which a real server is compared later. The
 * recorder collects exchanges as they end. `flush` writes the exchanges whose request is not in the contract yet.
 *
 * @param target - A function that receives the whole archive, or the path of a file to which the entries are added.
 * @throws {MockStateError} if the target is a path and the code runs in a browser, which has no files.
 */
export function createContractRecorder(target: ContractTarget): ContractRecorder {
  const write = typeof target === 'function' ? createArchiveWriter(target) : createFileWriter(target)
  const contract = new RecordedContract(write)
  let lastFlush = Promise.resolve()

  return {
    // `onExchange` is called at the start of an exchange. The function that it returns is called at the end.
    onExchange: () => (report) => contract.addExchange(report),

    flush: () => {
      // A flush waits for the previous one. If the previous one failed, its caller has received the error.
      lastFlush = lastFlush.catch(() => {}).then(() => contract.writeNewEntries())
      return lastFlush
    },
  }
}

/** The entries of a contract, one for each distinct request. */
class RecordedContract {
  readonly #write: Write
  /** Equal requests have the same key. */
  readonly #entriesByKey = new Map<string, ContractEntry>()
  #unwrittenEntries: ContractEntry[] = []
  #endedExchanges: EndedExchange[] = []

  constructor(write: Write) {
    this.#write = write
  }

  addExchange({ createEntry, findContractFacts }: ExchangeReport): void {
    // Both are read now, because the test may change the world before the contract is written.
    this.#endedExchanges.push({ exchange: createEntry(), facts: findContractFacts() })
  }

  async writeNewEntries(): Promise<void> {
    await this.#createEntries()
    if (this.#unwrittenEntries.length === 0) return

    // If this throws, as on a full disk, the entries stay in the list for the next flush.
    await this.#write({ added: this.#unwrittenEntries, all: [...this.#entriesByKey.values()] })
    this.#unwrittenEntries = []
  }

  /** Creates the entries of the exchanges that have ended, unless the contract has an equal request. */
  async #createEntries(): Promise<void> {
    const exchanges = this.#endedExchanges
    // Exchanges that end from here on belong to the next flush.
    this.#endedExchanges = []

    for (const { exchange, facts } of exchanges) {
      const entry = await toContractEntry(exchange, facts)
      if (this.#entriesByKey.has(entry.key)) continue

      this.#entriesByKey.set(entry.key, entry)
      this.#unwrittenEntries.push(entry)
    }
  }
}

function createArchiveWriter(receive: Exclude<ContractTarget, string>): Write {
  return ({ all }) => receive(toContractArchive(all))
}

function createFileWriter(path: string): Write {
  const file = new ContractFile(path)
  return ({ added }) => file.add(added)
}
