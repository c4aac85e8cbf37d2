import { LARGEST_VALUE_SIZE } from '../../../src/catalogues/values/sizes.ts'
import { deep, isObject, type Mutant, onValues, parseObject, refuse } from '../mutant.ts'

/** Changes each value in the arguments of a run, and each value inside it. */
export function changesValues(
  defect: string,
  change: (value: unknown) => unknown,
  foundBy: Mutant['foundBy'] = 'RUN-ARG-VALUE',
): Mutant {
  return { defect, foundBy, mutate: onValues((value) => deep(value, change)) }
}

/** Changes a value that is a text. */
export function changeText(value: unknown, change: (text: string) => string): unknown {
  return typeof value === 'string' ? change(value) : value
}

/** Refuses a run with such a value as an argument. */
export function refusesValues(
  foundBy: Mutant['foundBy'],
  { defect, when }: { readonly defect: string; readonly when: (value: unknown) => boolean },
): Mutant {
  const mutate = refuse({ at: 'run', status: 400 }, ({ text }) => {
    const args = parseObject(text)?.['args']
    return Array.isArray(args) && args.some((argument: unknown) => isObject(argument) && when(argument['value']))
  })
  return { defect, foundBy, mutate }
}

/** A server that limits the size of a body. A limit that has no room for each single value is a defect. */
export function limitsBodies(limit: number): Mutant {
  const mutate = refuse({ at: 'run', status: 413 }, ({ text }) => text.length > limit)
  const defect = `a body of more than ${limit} characters is refused with 413`
  return { defect, foundBy: 'RUN-ARG-VALUE.sizes', isWarned: limit > LARGEST_VALUE_SIZE, mutate }
}

/** A server that cuts a list that is an argument. Lists inside other values stay complete. */
export function cutsLists(length: number): Mutant {
  const mutate = onValues((value) => (Array.isArray(value) ? value.slice(0, length) : value))
  return { defect: `a list that is an argument ends after ${length} items`, foundBy: 'RUN-ARG-VALUE.sizes', mutate }
}
