import { deep, type Mutant, onValues } from '../../../../proof/mutants/mutant.ts'

const rareIdeographs = /[\u{20000}-\u{3ffff}]/gu

/** Servers that change values that only generated arguments have. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'characters of ideographs that few fonts have become question marks',
    foundBy: 'RUN-ARG-VALUE.generated',
    mutate: onValues((value) => deep(value, (leaf) => (typeof leaf === 'string' ? leaf.replace(rareIdeographs, '?') : leaf))),
  },
]
