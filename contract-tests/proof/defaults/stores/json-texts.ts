import type { RunOutcome, RunStore, StoredRun } from './run-store.ts'

/** Stores each value as its JSON text, which no library between the server and the database changes. */
export function storeAsJsonTexts(store: RunStore): RunStore {
  return {
    start: ({ args, ...run }) =>
      store.start({ ...run, args: args.map(({ name, value }) => ({ name, value: JSON.stringify(value) })) }),
    end: (id, outcome) => store.end(id, formatOutcome(outcome)),
    read: async (id) => parseRun(await store.read(id)),
    countSucceeded: (flowId) => store.countSucceeded(flowId),
    close: () => store.close(),
  }
}

function formatOutcome({ error, result, status, stepOutputs }: RunOutcome): RunOutcome {
  return {
    status,
    result: JSON.stringify(result),
    error: JSON.stringify(error),
    stepOutputs: changeMembers(stepOutputs, (output) => JSON.stringify(output)),
  }
}

function parseRun({ args, error, result, status, stepOutputs }: StoredRun): StoredRun {
  return {
    status,
    args: args.map(({ name, value }) => ({ name, value: parseText(value) })),
    result: parseText(result),
    error: parseText(error),
    stepOutputs: changeMembers(stepOutputs, parseText),
  }
}

function changeMembers(object: unknown, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(Object(object)).map(([name, value]) => [name, change(value)]))
}

/** Parses the text of a column. A column without a value has none. */
function parseText(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}
