import { isObject, type Json, type Mutant, onResult, onSteps, without } from './mutant.ts'

const outputs = [
  { what: 'null', is: (value: unknown) => value === null },
  { what: 'zero', is: (value: unknown) => value === 0 },
  { what: 'an empty text', is: (value: unknown) => value === '' },
  { what: 'false', is: (value: unknown) => value === false },
] as const

/** Servers that lose what a workflow or a step returns when it is falsy. */
export const falsyOutputs: readonly Mutant[] = [
  ...outputs.flatMap(({ is, what }): Mutant[] => [
    loses('RUN-RESULT.falsy', `the result of a run is left out when it is ${what}`, (body) =>
      is(body['result']) ? without(body, 'result') : body,
    ),
    loses('RUN-STEPS.falsy', `the result of a step is left out when it is ${what}`, (step) =>
      is(step['result']) ? without(step, 'result') : step,
    ),
    loses('RUN-RESULT.falsy', `the result of a run is an empty object when it is ${what}`, (body) =>
      is(body['result']) ? { ...body, result: {} } : body,
    ),
  ]),
  ...outputs
    .slice(1)
    .flatMap(({ is, what }): Mutant[] => [
      loses('RUN-RESULT.falsy', `the result of a run becomes null when it is ${what}`, (body) =>
        is(body['result']) ? { ...body, result: null } : body,
      ),
      loses('RUN-STEPS.falsy', `the result of a step becomes null when it is ${what}`, (step) =>
        is(step['result']) ? { ...step, result: null } : step,
      ),
    ]),
  loses('RUN-RESULT.falsy', 'the result of a run becomes a text when it is no object', (body) =>
    isObject(body['result']) ? body : { ...body, result: String(body['result']) },
  ),
]

function loses(foundBy: 'RUN-RESULT.falsy' | 'RUN-STEPS.falsy', defect: string, change: (holder: Json) => Json): Mutant {
  return { defect, foundBy, mutate: foundBy === 'RUN-RESULT.falsy' ? onResult('success', change) : onSteps(change) }
}
