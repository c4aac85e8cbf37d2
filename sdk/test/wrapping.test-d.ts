import {
  type ArgumentsOf,
  createWorkflowClient,
  defineWorkflow,
  type Run,
  runMany,
  unwrap,
  type Workflow,
  type WorkflowRunner,
} from '@wfhost/sdk'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string() }),
  result: z.object({ team: z.string() }),
})

test('a misspelt name is refused at every depth', () => {
  const nested = defineWorkflow({
    flowId: 'd',
    args: z.object({
      customer: z.object({ name: z.string(), email: z.string().optional() }),
      lines: z.array(z.object({ id: z.number() })),
    }),
  })
  void client.run(nested, { customer: { name: 'n', email: 'e' }, lines: [{ id: 1 }] })
  // @ts-expect-error the email is misspelt
  void client.run(nested, { customer: { name: 'n', emial: 'e' }, lines: [] })
  // @ts-expect-error the id is misspelt, in a list
  void client.start(nested, { customer: { name: 'n' }, lines: [{ id: 1, idd: 2 }] })
  // @ts-expect-error the email is misspelt, in a batch
  void runMany(client, nested, [{ customer: { name: 'n', emial: 'e' }, lines: [] }])
})

test('a function that runs one workflow accepts a client, or a stub of one', () => {
  const triageWith = async (runner: WorkflowRunner<typeof triage>) => unwrap(await runner.run(triage, { subject: 'x' })).team
  const stub = { run: async () => succeededRun({ team: 'billing' }) }
  expectTypeOf(triageWith(client)).resolves.toEqualTypeOf<string>()
  expectTypeOf(triageWith(stub)).resolves.toEqualTypeOf<string>()
  // @ts-expect-error the result of the stub is another one
  void triageWith({ run: async () => succeededRun({ team: 7 }) })
  const thin = <Target extends Workflow>(runner: WorkflowRunner<NoInfer<Target>>, workflow: Target, args: ArgumentsOf<Target>) =>
    runner.run(workflow, args, { timeout: 5 })
  expectTypeOf(thin(client, triage, { subject: 'x' })).resolves.toEqualTypeOf<Run<{ team: string }>>()
  // @ts-expect-error there is no such argument
  void thin(client, triage, { subject: 'x', urgent: true })
})
