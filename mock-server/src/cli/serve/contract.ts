import { toPrintable } from '@wfhost/internal/printable'
import { type ContractRecorder, createContractRecorder } from '../../contract/record-contract.ts'
import type { OnExchange } from '../../core/journal/journal.ts'
import { CommandLineError } from '../exit-codes.ts'
import type { Backend } from '../open-reference.ts'

/**
 * Opens the contract, if the command line names a file for it.
 *
 * @throws {CommandLineError} if the file cannot be written, or is not a contract.
 */
export function openContract(file: string | undefined): ContractRecorder | undefined {
  if (file === undefined) return undefined
  try {
    return createContractRecorder(file)
  } catch (cause) {
    throw new CommandLineError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Creates a listener that writes each exchange to the contract, a file with the distinct requests and their responses. */
export function createContractListener(contract: ContractRecorder): OnExchange {
  const reportError = createErrorReporter()

  // The server calls the listener when an exchange starts, and the returned function when the exchange ends.
  return () => {
    const recordExchange = contract.onExchange()
    return (exchange) => {
      recordExchange(exchange)
      // The server continues, even if the file cannot be written.
      contract.flush().catch(reportError)
    }
  }
}

/** Creates a function that prints errors. An error that repeats in a row is printed once. */
function createErrorReporter(): (error: unknown) => void {
  let lastMessage: string | undefined

  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== lastMessage) console.error(toPrintable(`wfhost-mock: ${message}`))
    lastMessage = message
  }
}

/** Returns a backend that writes the rest of the contract when it closes, and rejects if that fails. */
export function withContract(backend: Backend, contract: ContractRecorder | undefined): Backend {
  if (contract === undefined) return backend
  return {
    ...backend,
    close: async () => {
      await backend.close()
      await contract.flush()
    },
  }
}
