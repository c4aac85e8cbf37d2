import { otherSchemes, similarSchemes } from '../src/catalogues/authorization-schemes.ts'
import { callerHeaders } from '../src/catalogues/caller-headers.ts'
import type { CatalogueEntry } from '../src/catalogues/catalogue.ts'
import { conditionalHeaders } from '../src/catalogues/conditional-headers.ts'
import { credentialForms, credentialPlaces } from '../src/catalogues/credentials.ts'
import { lenientBodies, malformedBodies, nonObjectBodies } from '../src/catalogues/malformed-bodies.ts'
import {
  environmentPlaces,
  identityHeaders,
  methodPlaces,
  modePlaces,
  organizationPlaces,
  pathPlaces,
  workflowPlaces,
} from '../src/catalogues/override-places.ts'
import { unpublishedRequests, versionedExecutions } from '../src/catalogues/publication-effects.ts'
import { refusedPayloads, refusedRunRequests } from '../src/catalogues/refused-requests.ts'
import { runKinds } from '../src/catalogues/run-sequences.ts'
import { similarFlowIds, similarNames } from '../src/catalogues/similar-identifiers.ts'
import { similarKeys } from '../src/catalogues/similar-keys.ts'
import { jsonTexts } from '../src/catalogues/values/json-texts.ts'
import { longTextsForMeters, longTextsForQueues } from '../src/catalogues/values/long-texts.ts'
import { inheritedNames, names } from '../src/catalogues/values/names.ts'
import { numbers } from '../src/catalogues/values/numbers.ts'
import { sizes } from '../src/catalogues/values/sizes.ts'
import { structures } from '../src/catalogues/values/structures.ts'
import { textParts, texts } from '../src/catalogues/values/texts.ts'
import {
  listWrongArgs,
  listWrongArguments,
  mistypedModes,
  specialArguments,
  structuredModes,
  wrongModes,
  wrongTypes,
} from '../src/catalogues/wrong-values.ts'

/** The catalogues with entries that have an id, by their names in reports. */
export const cataloguesWithIds: Readonly<Record<string, readonly CatalogueEntry[]>> = {
  'forms of keys': credentialForms,
  'similar keys': similarKeys,
  'wrong schemes': [...otherSchemes, ...similarSchemes],
  'conditional headers': conditionalHeaders,
  'headers of callers': callerHeaders,
  'bodies that are not JSON': malformedBodies,
  'bodies for lenient parsers': lenientBodies,
  'bodies that are not objects': nonObjectBodies,
  'similar flow ids': similarFlowIds,
  'similar names of arguments': similarNames,
  texts,
  'parts of texts': textParts,
  'texts with serialized JSON': jsonTexts,
  'texts that are long for a queue or a meter': [...longTextsForQueues, ...longTextsForMeters],
  numbers,
  structures,
  'names of members': names,
  'inherited names': inheritedNames,
  sizes,
  'kinds of runs in a sequence': runKinds,
  'refused runs': refusedRunRequests,
  'refused payloads': refusedPayloads,
  'requests that publish nothing': [...unpublishedRequests, ...versionedExecutions],
}

/** The catalogues of places of a request, by their names in reports. */
export const catalogueOfPlaces = {
  'places of keys': credentialPlaces,
  'places of organizations': organizationPlaces,
  'places of environment profiles': environmentPlaces,
  'places of workflows': [...workflowPlaces, ...pathPlaces],
  'places of modes': modePlaces,
  'places of methods': methodPlaces,
}

/** Every catalogue, by its name in reports. */
export const catalogues: Readonly<Record<string, readonly { readonly source: string }[]>> = {
  ...cataloguesWithIds,
  ...catalogueOfPlaces,
  'headers of proxies': identityHeaders,
  'wrong types': Object.values(wrongTypes).flat(),
  'wrong modes': [...wrongModes, ...mistypedModes, ...structuredModes],
  'wrong arguments': [...listWrongArgs({ name: 'text', value: 'x' }), ...listWrongArguments('text')],
  'reserved names of arguments': specialArguments,
}
