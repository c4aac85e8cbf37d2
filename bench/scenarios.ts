/** A scenario as the command line knows it. */
export interface ScenarioEntry {
  readonly name: string
  readonly what: string
  readonly nodeOptions: readonly string[]
}

/** Every scenario, in the order in which they run. */
export const scenarios: readonly ScenarioEntry[] = [
  { name: 'start', what: 'start to first answer, and memory at rest', nodeOptions: [] },
  { name: 'in-process', what: 'service.fetch and the door for MSW, without a network', nodeOptions: ['--expose-gc'] },
  { name: 'http', what: 'the reference server over HTTP', nodeOptions: [] },
  { name: 'client', what: 'one sync run by the client', nodeOptions: ['--expose-gc'] },
  // A young generation of this size is not collected while allocations are counted.
  {
    name: 'allocations',
    what: 'what one call of the client allocates',
    nodeOptions: ['--expose-gc', '--max-semi-space-size=1024', '--min-semi-space-size=1024'],
  },
  { name: 'batch', what: 'many runs at concurrency 64', nodeOptions: ['--expose-gc'] },
  { name: 'bundle', what: 'the size of the client in a bundle', nodeOptions: [] },
  { name: 'growth', what: 'cost per request as a world grows', nodeOptions: ['--expose-gc'] },
  { name: 'soak', what: 'many mixed requests, many worlds, rude clients', nodeOptions: ['--expose-gc'] },
  { name: 'conformance', what: 'the whole suite and a loop of as many requests', nodeOptions: ['--conditions=@wfhost/source'] },
]
