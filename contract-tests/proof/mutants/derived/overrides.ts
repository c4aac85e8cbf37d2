import {
  environmentPlaces,
  identityHeaders,
  methodPlaces,
  modePlaces,
  type OverridePlace,
  pathPlaces,
  workflowPlaces,
} from '../../../src/catalogues/override-places.ts'
import { contractFixtures } from '../../contract-world.ts'
import {
  bearerOf,
  flowIdOf,
  type Mutant,
  type MutantRequest,
  onRequest,
  type Place,
  parseObject,
  refuse,
  rightKey,
  withKey,
} from '../mutant.ts'
import { readPlace } from '../parts/read-place.ts'

const { echo, executeEnvironment, otherEnvironment, registry, secondWorkflow } = contractFixtures

/** The keys of the environment profiles that the checks name. */
const keyByEnvironment: Readonly<Record<string, string>> = { default: registry.key, staging: otherEnvironment.key }

/** For each place of the catalogues, a server that reads a setting there that only the key, the path or the body decides. */
export const overrideMutants: readonly Mutant[] = [
  ...[...workflowPlaces, ...pathPlaces].flatMap((place) => [grantsNamed(place), runsNamed(place)]),
  ...modePlaces.map(takesMode),
  ...methodPlaces.map(takesMethod),
  ...environmentPlaces
    .filter(({ kind }) => kind !== 'body')
    .map((place) => takesEnvironment(place, { at: 'public manifest', foundBy: 'HOST-ENV.named' })),
  ...environmentPlaces
    .filter(({ kind }) => kind !== 'body')
    .map((place) => takesEnvironment(place, { at: 'organization manifest', foundBy: 'HOST-ENV.named-organization' })),
  ...environmentPlaces.map((place) => takesEnvironment(place, { at: 'execute', foundBy: 'HOST-ENV.named-execute' })),
  {
    defect: 'an object of the payload decides the environment profile of an execution',
    foundBy: 'HOST-ENV.named-execute',
    fixtures: { executeEnvironment: { ...executeEnvironment, payload: { call: executeEnvironment.payload } } },
    mutate: onRequest(['execute'], (request) => {
      const call = Object(parseObject(request.text)?.['call'])
      if (call.tool === undefined) return undefined
      return { ...withKey(request, keyByEnvironment[call.environment]), text: JSON.stringify(executeEnvironment.payload) }
    }),
  },
  ...identityHeaders.flatMap(trustsIdentity),
  {
    defect: 'Prefer: respond-async makes a sync run asynchronous (RFC 7240, section 4.1)',
    foundBy: 'RUN-MODE.named',
    isWarned: true,
    mutate: onRequest(['run'], (request) => (request.headers.get('prefer') === 'respond-async' ? asAsync(request) : undefined)),
  },
]

function namesOther(request: MutantRequest, place: OverridePlace): boolean {
  return flowIdOf(request) === echo.flowId && readPlace(request, place).includes(secondWorkflow.flowId)
}

function grantsNamed(place: OverridePlace): Mutant {
  return {
    defect: `a key has access to a run if the ${place.kind} ${place.name} names its workflow (${place.source})`,
    foundBy: 'KEY-SCOPE.named',
    mutate: onRequest(['run'], (request, service) => {
      const isGranted = namesOther(request, place) && bearerOf(request) === secondWorkflow.key
      return isGranted ? withKey(request, rightKey(request, service)) : undefined
    }),
  }
}

function runsNamed(place: OverridePlace): Mutant {
  return {
    defect: `the ${place.kind} ${place.name} decides which workflow runs (${place.source})`,
    foundBy: 'KEY-SCOPE.named',
    mutate: onRequest(['run'], (request) => {
      if (!namesOther(request, place) || bearerOf(request) !== echo.key) return undefined
      const url = new URL(request.url.href.replace(`/${echo.flowId}/`, `/${secondWorkflow.flowId}/`))
      return { ...withKey(request, secondWorkflow.key), url, text: '{"args":[],"mode":"sync"}' }
    }),
  }
}

function asAsync({ text }: MutantRequest): Partial<MutantRequest> {
  return { text: JSON.stringify({ ...parseObject(text), mode: 'async' }) }
}

function takesMode(place: OverridePlace): Mutant {
  return {
    defect: `the ${place.kind} ${place.name} decides the mode (${place.source})`,
    foundBy: 'RUN-MODE.named',
    mutate: onRequest(['run'], (request) => (readPlace(request, place).endsWith('async') ? asAsync(request) : undefined)),
  }
}

function takesMethod(place: OverridePlace): Mutant {
  return {
    defect: `the ${place.kind} ${place.name} decides the method (${place.source})`,
    foundBy: 'RUN-ENDPOINT.method-override',
    isWarned: true,
    mutate: refuse({ at: 'run', status: 404 }, (request) => readPlace(request, place).endsWith('GET')),
  }
}

function takesEnvironment(
  place: OverridePlace,
  { at, foundBy }: { readonly at: Place; readonly foundBy: Mutant['foundBy'] },
): Mutant {
  return {
    defect: `the ${place.kind} ${place.name} decides the environment profile at ${at} (${place.source})`,
    foundBy,
    mutate: onRequest([at], (request) => {
      const named = readPlace(request, place).split('=').at(-1) ?? ''
      return withKey(request, keyByEnvironment[named])
    }),
  }
}

function trustsIdentity({ name, source, value }: (typeof identityHeaders)[number]): Mutant[] {
  const isTrusted = ({ headers }: MutantRequest) => headers.get(name) === value && !headers.has('authorization')

  return [
    {
      defect: `a run without a key is accepted with ${name}: ${value} (${source})`,
      foundBy: 'KEY-INVALID.identity',
      mutate: onRequest(['run'], (request, service) =>
        isTrusted(request) ? withKey(request, rightKey(request, service)) : undefined,
      ),
    },
    ...(['public manifest', 'organization manifest', 'execute'] as const).map(
      (at): Mutant => ({
        defect: `a request to ${at} without a key is accepted with ${name}: ${value} (${source})`,
        foundBy: 'HOST-401.identity',
        mutate: onRequest([at], (request) => (isTrusted(request) ? withKey(request, registry.key) : undefined)),
      }),
    ),
  ]
}
