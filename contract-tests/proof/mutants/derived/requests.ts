import { isDeepStrictEqual } from 'node:util'
import { callerHeaders } from '../../../src/catalogues/caller-headers.ts'
import {
  lenientBodies,
  type MalformedBody,
  malformedBodies,
  nonObjectBodies,
  WELL_FORMED_BODY,
} from '../../../src/catalogues/malformed-bodies.ts'
import { type SimilarIdentifier, similarFlowIds, similarNames } from '../../../src/catalogues/similar-identifiers.ts'
import {
  listWrongArgs,
  listWrongArguments,
  mistypedModes,
  specialArguments,
  structuredModes,
  type WrongValue,
  wrongModes,
  wrongTypes,
} from '../../../src/catalogues/wrong-values.ts'
import type { ParameterType } from '../../../src/target/target.ts'
import { contractFixtures } from '../../contract-world.ts'
import { flowIdOf, type Mutant, onArguments, onRequest, onRunBody, refuse } from '../mutant.ts'

const { echo, typed } = contractFixtures
const parameters = { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' } as const

/** For each entry of the catalogues of requests, a server that accepts the request instead of refusing it. */
export const requestMutants: readonly Mutant[] = [
  ...malformedBodies.map((entry) => readsBody(entry, 'RUN-MALFORMED')),
  ...lenientBodies.map((entry) => readsBody(entry, 'RUN-MALFORMED.lenient')),
  ...nonObjectBodies.map((entry) => readsBody(entry, 'RUN-MALFORMED.object')),
  ...similarFlowIds.map(runsSimilarFlow),
  ...callerHeaders.map(({ name, source, value }) => ({
    defect: `a run with ${name}: ${value} is refused with 403 (${source})`,
    foundBy: 'RUN-ENDPOINT.callers' as const,
    isWarned: true,
    mutate: refuse({ at: 'run', status: 403 }, ({ headers }) => headers.get(name) === value),
  })),
  ...similarNames.map(takesSimilarName),
  // Object.keys returns strings, although the names are types.
  ...(Object.keys(wrongTypes) as ParameterType[]).flatMap((type) => wrongTypes[type].map((entry) => takesType(type, entry))),
  ...wrongModes.map((entry) => takesMode(entry, 'RUN-MODE')),
  ...mistypedModes.map((entry) => takesMode(entry, 'RUN-MODE.type')),
  ...structuredModes.map((entry) => takesMode(entry, 'RUN-MODE.object')),
  ...listWrongArgs({ name: 'text', value: 'x' }).map(takesArgs),
  ...listWrongArguments('text').map(skipsArgument),
  ...specialArguments.map(({ name, source }) => ({
    defect: `an argument named ${JSON.stringify(name)} is an internal error (${source})`,
    foundBy: 'RUN-ARG-NAME.reserved' as const,
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes(`"name":${JSON.stringify(name)}`)),
  })),
]

function readsBody({ description, source, write }: MalformedBody, foundBy: Mutant['foundBy']): Mutant {
  // A decoder replaces bytes that are not UTF-8.
  const text = write(parameters).replace(/[\ud800-\udfff]/u, '\ufffd')

  return {
    defect: `a body ${description} is read (${source})`,
    foundBy,
    mutate: onRequest(['run'], (request) => (request.text === text ? { text: WELL_FORMED_BODY } : undefined)),
  }
}

function runsSimilarFlow({ id, kind, source, write }: SimilarIdentifier): Mutant {
  const similarId = write(echo.flowId).normalize()
  const mutant = {
    defect: `a flowId such as ${id} is accepted as the id of a workflow (${source})`,
    foundBy: 'FLOW-UNKNOWN.similar' as const,
  }
  if (kind === 'length') {
    return {
      ...mutant,
      defect: `a flowId such as ${id} is an internal error (${source})`,
      mutate: refuse({ at: 'run', status: 500 }, (request) => flowIdOf(request) === similarId),
    }
  }

  const runEcho = onRequest(['run'], (request) => {
    if (flowIdOf(request) !== similarId) return undefined
    return { url: new URL(request.url.href.replace(/flows\/[^/]+\//, `flows/${echo.flowId}/`)) }
  })
  return kind === 'case' ? { ...mutant, isWarned: true, mutate: runEcho } : { ...mutant, mutate: runEcho }
}

function takesSimilarName({ id, source, write }: SimilarIdentifier): Mutant {
  const similarName = write(typed.required).normalize()

  return {
    defect: `a name such as ${id} is accepted as the name of a parameter (${source})`,
    foundBy: 'RUN-ARG-NAME.exact',
    isWarned: true,
    mutate: onArguments((argument) => (argument['name'] === similarName ? { ...argument, name: typed.required } : argument)),
  }
}

function takesType(type: ParameterType, { source, value }: WrongValue): Mutant {
  const isWrong = (argument: Readonly<Record<string, unknown>>) =>
    argument['name'] === parameters[type] && isDeepStrictEqual(argument['value'], value)

  return {
    defect: `${JSON.stringify(value)} is accepted for a parameter of type ${type} (${source})`,
    foundBy: `RUN-ARG-TYPE.${type}`,
    mutate: onArguments((argument) => (isWrong(argument) ? [] : argument)),
  }
}

function takesMode({ source, value }: WrongValue, foundBy: Mutant['foundBy']): Mutant {
  return {
    defect: `the mode ${JSON.stringify(value)} is accepted (${source})`,
    foundBy,
    mutate: onRunBody((body) => (isDeepStrictEqual(body['mode'], value) ? { ...body, mode: 'sync' } : body)),
  }
}

function takesArgs({ kind, source, value }: WrongValue): Mutant {
  const mutant: Mutant = {
    defect: `${JSON.stringify(value)} is accepted as args (${source})`,
    foundBy: 'RUN-ARGS',
    mutate: onRunBody((body) => (isDeepStrictEqual(body['args'], value) ? { ...body, args: [] } : body)),
  }
  return kind === 'text' ? { ...mutant, isWarned: true } : mutant
}

function skipsArgument({ source, value }: WrongValue): Mutant {
  return {
    defect: `${JSON.stringify(value)} among the arguments is skipped (${source})`,
    foundBy: 'RUN-ARG-NAME',
    mutate: onRunBody((body) => {
      const { args } = body
      if (!Array.isArray(args)) return body
      return { ...body, args: args.filter((argument: unknown) => !isDeepStrictEqual(argument, value)) }
    }),
  }
}
