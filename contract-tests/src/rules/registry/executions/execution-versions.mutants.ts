import { contractFixtures } from '../../../../proof/contract-world.ts'
import { intercept, type Mutant, onBody, onRequest, respond } from '../../../../proof/mutants/mutant.ts'
import { atResult, charge, executeWithRegistryKey } from '../../../../proof/mutants/parts/executions.ts'

const execute = ['execute'] as const

/** Servers that execute a version that is not published to the profile of the key. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'a tool of a version that is published to another profile is executed',
    foundBy: 'HOST-ENV.tool',
    isWarned: true,
    mutate: intercept(execute, ({ text }, { pass }) => (text.includes('"recall"') ? respond(200, { result: null }) : pass())),
  },
  {
    defect: 'a tool of a version that is published to another profile is executed, and takes a credit',
    foundBy: 'HOST-ENV.tool',
    mutate: intercept(execute, ({ text }, upstream) => {
      if (!text.includes('"recall"')) return upstream.pass()
      charge(upstream, -1)
      return respond(200, { result: null })
    }),
  },
  {
    defect: 'a tool that only another version has is executed with the payload',
    foundBy: 'HOST-ENV.tool',
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: onRequest(execute, ({ text }) => ({ text: text.replace(/"recall(-x)?"/, '"send"') })),
  },
  ...[atResult, contractFixtures.executeVersion].map((executeVersion) => ({
    defect: `an execution finds its version in a cache that a publication does not change${'pointer' in executeVersion ? '' : ', and no pointer to the version is declared'}`,
    foundBy: 'HOST-ENV.published' as const,
    isWarned: !('pointer' in executeVersion),
    needsOtherRequests: true,
    fixtures: { executeVersion, publishableToolset: { toolset: 'mail', version: '1.0.0' } },
    mutate: onBody(execute, (body) => (body['result'] === '1.0.0' ? { ...body, result: '1.2.0' } : body)),
  })),
  ...[{ pointer: '/result/sent' }, {}].map((place) => ({
    defect: `a key of a profile without published versions executes a version of another profile${'pointer' in place ? '' : ', and no pointer to the version is declared'}`,
    foundBy: 'HOST-ENV.unpublished' as const,
    isWarned: !('pointer' in place),
    fixtures: { execute: { ...contractFixtures.execute, ...place } },
    mutate: executeWithRegistryKey(contractFixtures.nothingPublished.key),
  })),
  {
    defect: 'a key of a profile without published versions executes a version, and no pointer to the result is declared',
    foundBy: 'HOST-ENV.unpublished',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey(contractFixtures.nothingPublished.key),
  },
]
