type Fetch = (request: Request) => Promise<Response>

/** Remembers what a person changed in the inspector, so that it can be done again in a world that starts anew. */
export interface ActionLog {
  /** Returns a `fetch` that remembers the changes that it sends. */
  readonly recordThrough: (fetch: Fetch) => Fetch
  /** Makes the changes again, in their order. A change that is no longer possible is left out. */
  readonly repeat: (fetch: Fetch) => Promise<void>
  readonly clear: () => void
}

interface Action {
  readonly url: string
  readonly body: string
}

/** The operations of the control API that change nothing. */
const READING =
  /\/(?:faults|journal|runs|getRun|countRuns|readClock|workflowKey|creditBalance|registries|offeredTools|mayConnect|verify)$/

export function createActionLog(): ActionLog {
  let actions: readonly Action[] = []

  function remember(action: Action): void {
    // A reset of the world in the inspector also ends what was set before it.
    if (action.url.endsWith('/operations/reset')) actions = []
    else actions = [...actions, action]
  }

  return {
    recordThrough: (fetch) => async (request) => {
      if (!/\/__mock\/operations\/\w+$/.test(request.url) || READING.test(request.url)) return fetch(request)
      const action = { url: request.url, body: await request.clone().text() }
      const response = await fetch(request)
      if (response.ok) remember(action)
      return response
    },
    repeat: async (fetch) => {
      for (const { body, url } of actions) {
        await fetch(new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      }
    },
    clear: () => {
      actions = []
    },
  }
}
