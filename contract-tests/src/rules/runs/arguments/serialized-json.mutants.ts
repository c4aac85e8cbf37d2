import { deep, intercept, isObject, type Mutant, onValues, parse, parseObject, refuse } from '../../../../proof/mutants/mutant.ts'
import { refusesValues } from '../../../../proof/mutants/parts/values.ts'
import { jsonTexts } from '../../../catalogues/values/json-texts.ts'

/** Servers that change, parse or refuse texts that contain JSON. */
export const mutants: readonly Mutant[] = [
  cutsStrings('a long string is cut off', 1024),
  cutsStrings('a string is cut off after 4 kB', 4096),
  cutsStrings('a string is cut off where a text column of 64 kB ends', 65_535),
  {
    defect: 'a body of more than 8 kB is refused',
    foundBy: 'RUN-JSON-STRING',
    isWarned: true,
    mutate: refuse({ at: 'run', status: 413 }, ({ text }) => text.length > 8192),
  },
  {
    defect: 'null characters are left out of strings',
    foundBy: 'RUN-JSON-STRING',
    mutate: onValues((value) => (typeof value === 'string' ? value.replaceAll('\\u0000', '') : value)),
  },
  ...jsonTexts.map(({ id, source, value }) =>
    parsesStrings(`the text ${id} with serialized JSON is parsed (${source})`, (text) => text === value),
  ),
  refusesValues('RUN-JSON-STRING', {
    defect: 'a string that holds serialized JSON is refused',
    when: (value) => typeof value === 'string' && isObject(parse(value)),
  }),
  parsesStrings('a string that holds serialized JSON is parsed', () => true),
  {
    defect: 'a string that holds serialized JSON is written anew',
    foundBy: 'RUN-JSON-STRING',
    mutate: onValues((value) => (typeof value === 'string' && isObject(parse(value)) ? JSON.stringify(parse(value)) : value)),
  },
]

/** Changes the value that the workflow receives for a string. The check of its parameter stays correct. */
function parsesStrings(defect: string, when: (text: string) => boolean): Mutant {
  const mutate = intercept(['run'], async (_request, { pass }) => {
    const response = await pass()
    const body = parseObject(response.text) ?? {}
    const result = deep(body['result'], (value) => (typeof value === 'string' && when(value) ? (parse(value) ?? value) : value))
    return isObject(body['result']) ? { ...response, text: JSON.stringify({ ...body, result }) } : response
  })
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}

function cutsStrings(defect: string, most: number): Mutant {
  const mutate = onValues((value) => (typeof value === 'string' ? value.slice(0, most) : value))
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}
