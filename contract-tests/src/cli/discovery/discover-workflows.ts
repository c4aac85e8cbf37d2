import type { DeclaredFixtures, Target } from '../../target/target.ts'
import { fixtureExamples, flowIdOf } from '../render-config.ts'
import {
  createDiscoveryWithNote,
  type Discovery,
  type DiscoveryOptions,
  mergeDiscoveries,
  probe,
  readKey,
  variableNameOf,
} from './discovery.ts'

/** The fixtures of a configuration that are a workflow with a key of its own. */
const workflowFixtures = ['echo', 'typed', 'failing', 'slow', 'secondWorkflow', 'otherWorkspace', 'archived'] as const

/** The fixtures that consist of a flowId and a key. The other ones also need values that only the user knows. */
const fixturesOfFlowIdAndKey: ReadonlySet<string> = new Set<keyof DeclaredFixtures>([
  'echo',
  'secondWorkflow',
  'otherWorkspace',
  'archived',
])

/** Describes the place at which the user has to fill in values of a fixture, such as the names of its steps. */
function describeValuesToFillIn(name: (typeof workflowFixtures)[number]): string {
  const place = name === 'echo' ? 'fixtures.echo.parameters' : `fixtures.${name}`
  return `Fill in ${place}, which is a comment in the file: init runs nothing, so it cannot test its values.`
}

/**
 * Finds out which workflow fixtures the server has. Sends each workflow a malformed run with its key from the environment,
 * which the server refuses before anything runs. The status of the refusal shows whether the workflow accepts the key.
 */
export async function discoverWorkflows(target: Target, environment: DiscoveryOptions['environment']): Promise<Discovery> {
  const discoveries: Discovery[] = []
  for (const name of workflowFixtures) discoveries.push(await discoverWorkflow(target, name, environment))

  const discovery = mergeDiscoveries(discoveries)
  if (discovery.notes.length > 0) return discovery
  return createDiscoveryWithNote(`No workflow was tried: set ${variableNameOf(fixtureExamples.echo.key)} to its key.`)
}

type WorkflowFixtureName = (typeof workflowFixtures)[number]

/**
 * Finds out whether the server has the workflow of a fixture, such as `slow`. Finds nothing if the environment has no key for it.
 * The request is a malformed run, because a server refuses it without running the workflow.
 *
 * @returns a note for the user, and the fixture if a flowId and a key are all that it needs
 */
async function discoverWorkflow(
  target: Target,
  name: WorkflowFixtureName,
  environment: DiscoveryOptions['environment'],
): Promise<Discovery> {
  // The key of an example is a placeholder with the name of a variable, such as `${SLOW_KEY}`.
  const example = fixtureExamples[name]
  const namedKey = readKey(example.key, environment)
  if (namedKey === undefined) return { notes: [], fixtures: {} }

  const { key, keyVariable } = namedKey
  const flowId = flowIdOf(example) ?? name
  const status = await sendMalformedRun(target, flowId, key)
  const isKeyAccepted = status === statusForAcceptedKey(name)
  const note = describeWorkflow({ flowId, keyVariable, status, isKeyAccepted })
  return isKeyAccepted ? createWorkflowDiscovery(name, note) : createDiscoveryWithNote(note)
}

/** Creates the discovery for a workflow that accepts its key. The user has to fill in the other values of the fixture. */
function createWorkflowDiscovery(name: WorkflowFixtureName, note: string): Discovery {
  if (!fixturesOfFlowIdAndKey.has(name)) return { notes: [note, describeValuesToFillIn(name)], fixtures: {} }

  // The parameters of the echo workflow are optional, but many checks need them.
  const notes = name === 'echo' ? [note, describeValuesToFillIn(name)] : [note]
  return { notes, fixtures: { [name]: fixtureExamples[name] } }
}

/** Sends a run whose body is malformed, and returns the status of the response; undefined without a response. */
async function sendMalformedRun(target: Target, flowId: string, key: string): Promise<number | undefined> {
  // `probe` sends a malformed body with each request that has a body.
  const result = await probe(target, { operationId: 'runPublishedWorkflow', parameters: { flowId }, key })
  return result.kind === 'exchange' ? result.exchange.status : undefined
}

/**
 * Returns the status that shows that a workflow accepts a key. It refuses the malformed body with 400. An archived workflow
 * responds with 404 instead. A server without the workflow also responds with 404, so the user may have to remove this fixture.
 */
function statusForAcceptedKey(name: WorkflowFixtureName): number {
  return name === 'archived' ? 404 : 400
}

interface TriedWorkflow {
  readonly flowId: string
  /** The name of the variable that has the key. */
  readonly keyVariable: string
  readonly status: number | undefined
  readonly isKeyAccepted: boolean
}

function describeWorkflow({ flowId, isKeyAccepted, keyVariable, status }: TriedWorkflow): string {
  if (isKeyAccepted) return `Workflow ${flowId} accepts ${keyVariable}.`
  if (status === 401) return `Workflow ${flowId} refuses ${keyVariable} with 401: it is not a key of this server.`
  if (status === 403) return `Workflow ${flowId} refuses ${keyVariable} with 403: it is the key of another workflow.`
  if (status === 404)
    return `There is a key in ${keyVariable}, and the server has no published workflow ${flowId}: correct the flowId.`
  return `Workflow ${flowId} responded to ${keyVariable} with ${status ?? 'nothing'}, so it is left out.`
}
