import { isDeepStrictEqual } from 'node:util'
import { inheritedNames, type NameEntry, names } from '../../../src/catalogues/values/names.ts'
import { numbers } from '../../../src/catalogues/values/numbers.ts'
import { type SizeEntry, sizes } from '../../../src/catalogues/values/sizes.ts'
import { structures } from '../../../src/catalogues/values/structures.ts'
import { textParts, texts } from '../../../src/catalogues/values/texts.ts'
import type { ValueEntry } from '../../../src/catalogues/values/value-entry.ts'
import { deep, isObject, type Mutant, onValues, without } from '../mutant.ts'

/** For each entry of the catalogues of values, a server that changes the value like the library that is its source. */
export const valueMutants: readonly Mutant[] = [
  ...[...texts, ...numbers, ...structures].map(changesValue),
  ...textParts.map(changesPart),
  ...names.map((entry) => changesName(entry, 'RUN-ARG-VALUE')),
  ...inheritedNames.map((entry) => changesName(entry, 'RUN-ARG-VALUE.inherited-names')),
  ...inheritedNames.filter(({ name }) => name !== 'constructor').map(losesNameInPlainObject),
  ...sizes.map(changesSize),
]

function changesValue({ becomes, id, kind, source, value }: ValueEntry): Mutant {
  return {
    defect: `the value ${kind}/${id}, ${JSON.stringify(value)}, becomes ${JSON.stringify(becomes)} (${source})`,
    foundBy: kind === 'empty' ? 'RUN-ARG-VALUE.empty' : 'RUN-ARG-VALUE',
    mutate: onValues((argument) => deep(argument, (part) => (isDeepStrictEqual(part, value) ? becomes : part))),
  }
}

function changesPart({ becomes, id, source, value }: ValueEntry): Mutant {
  const replace = (text: string) => text.replaceAll(String(value), () => String(becomes))

  return {
    defect: `the part ${id} of a text becomes ${JSON.stringify(becomes)} (${source})`,
    foundBy: 'RUN-ARG-VALUE',
    mutate: onValues((argument) => (typeof argument === 'string' ? replace(argument) : argument)),
  }
}

function changesName({ becomes, name, source }: NameEntry, foundBy: Mutant['foundBy']): Mutant {
  const rename = (members: object) => {
    const renamed = Object.entries(members).map(([key, value]) => [key === name ? becomes : key, value] as const)
    return Object.fromEntries(renamed.filter(([key]) => key !== undefined))
  }

  return {
    defect: `a member named ${JSON.stringify(name)} is ${becomes === undefined ? 'dropped' : `renamed ${becomes}`} (${source})`,
    foundBy,
    mutate: onValues((argument) => deep(argument, (part) => (isObject(part) ? rename(part) : part))),
  }
}

/** Some libraries copy only plain objects. They treat an object with a member `constructor` as another one, and keep it. */
function losesNameInPlainObject({ name, source }: NameEntry): Mutant {
  const isPlain = (part: object) => !Object.hasOwn(part, 'constructor')

  return {
    defect: `a member named ${JSON.stringify(name)} is dropped from objects without a member constructor (${source})`,
    foundBy: 'RUN-ARG-VALUE.inherited-names',
    mutate: onValues((argument) => deep(argument, (part) => (isObject(part) && isPlain(part) ? without(part, name) : part))),
  }
}

function changesSize({ becomes, id, kind, mayBeRefused = false, source, value }: SizeEntry): Mutant {
  const lastMember = `member ${Object.keys(Object(value)).length - 1}`
  const changeMembers = (part: unknown) => (isObject(part) ? without(part, lastMember) : part)
  const changeEqual = (part: unknown) => (isDeepStrictEqual(part, value) ? becomes : part)
  const change = kind === 'members' ? changeMembers : changeEqual

  return {
    defect: `a value of the size ${id} is cut${mayBeRefused ? ', and not refused' : ''} (${source})`,
    foundBy: 'RUN-ARG-VALUE.sizes',
    mutate: onValues((argument) => deep(argument, change)),
  }
}
