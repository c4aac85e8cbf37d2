import { type Mutant, mutantsOf, onResponse, onStatus, refuse } from '../../../../proof/mutants/mutant.ts'
import { publicManifest } from '../../../../proof/mutants/parts/manifests.ts'

/** Servers whose public manifest is not there, or not JSON. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'the public manifest has the content type of a page',
    foundBy: 'MAN-ENDPOINT',
    isWarned: true,
    mutate: onResponse(publicManifest, () => ({ headers: new Headers({ 'content-type': 'text/html' }) })),
  },
  ...mutantsOf('MAN-ENDPOINT', {
    'the public manifest is a page': onResponse(publicManifest, () => ({ text: '<!doctype html><title>Tool sets</title>' })),
    'the public manifest wants POST': refuse({ at: 'public manifest', status: 405 }, ({ method }) => method === 'GET'),
    'the public manifest is empty with 204': onStatus({ at: publicManifest, status: 200 }, 204),
  }),
]
