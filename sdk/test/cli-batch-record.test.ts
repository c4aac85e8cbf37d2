import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callCommand, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

async function respond(request: Request): Promise<Response> {
  const { args }: { readonly args: readonly { readonly value: string }[] } = await request.json()
  return args[0]?.value === 'refused' ? Response.json({}, { status: 400 }) : Response.json(SUCCEEDED)
}

test.each([
  ['removed', (path: string) => rmSync(path)],
  ['renamed', (path: string) => renameSync(path, `${path}.renamed`)],
  ['replaced', (path: string) => writeFileSync(`${path}.new`, '') ?? renameSync(`${path}.new`, path)],
])('advises to continue with the file that has the record, if the output is %s', async (how, change) => {
  const input = file(`${how}.jsonl`, ['ok', 'refused', 'ok', 'ok'].map((n) => JSON.stringify({ n })).join('\n'))
  const output = at(`${how}-out.jsonl`)
  const { code, err } = await callCommand(
    ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1', '--max-runs', '3'],
    {
      fetch: async (request) => {
        const response = await respond(request)
        if (response.status === 400) change(output)
        return response
      },
    },
  )
  expect(err).not.toContain('the same line with --resume')
  if (how === 'renamed') {
    expect(code).toBe(3)
    expect(err).toContain(
      `wfhost: ${output} was renamed or removed: --resume with the present name of that file sends the refused inputs again`,
    )
  } else {
    const [, copy = ''] = /its lines are in (.+): continue with that file/.exec(err) ?? []
    expect(code).toBe(7)
    expect(err).toContain(`the same line with --output ${copy} --resume continues with the inputs that did not run`)
    expect(err).toContain(`the outcomes of 1 of these are not in ${copy};`)
  }
})

test('reports that the batch begins if --resume names a file that does not exist', async () => {
  const input = file('first.jsonl', '{"n":1}')
  const output = at('first-out.jsonl')
  const { code, err } = await callCommand(['batch', 'flow', '--input', input, '--output', output, '--resume'], { fetch: respond })
  expect(code).toBe(0)
  expect(err).toContain(`wfhost: ${output} does not exist yet: this batch begins it\n`)
})

test.each(['a file', 'standard output'])(
  'writes to %s the outcome of a run that nests too deeply for a line, and says that the run is not whole',
  async (name) => {
    const input = file(`deep in ${name}.jsonl`, '{"n":1}\n{"n":2}')
    const output = at(`deep in ${name}-out.jsonl`)
    const line = ['batch', 'flow', '--input', input, '--concurrency', '1']
    const deep = JSON.stringify(SUCCEEDED).replace('{"team":"billing"}', '['.repeat(100_000) + ']'.repeat(100_000))
    const lineOfBatch = name === 'a file' ? [...line, '--output', output] : line
    const { code, err, out } = await callCommand(lineOfBatch, { fetch: async () => new Response(deep) })
    expect(code).toBe(7)
    expect(err).toContain(
      'wfhost: Cannot write the whole run of input 0: it nests too deeply, or is too long, for a line of JSON. Its outcome is written\n',
    )

    // Standard output that was kept in a file continues like a file of --output.
    if (name === 'standard output') writeFileSync(output, out)
    const resumed = await callCommand([...line, '--output', output, '--resume'])
    expect([resumed.code, resumed.sent.map(({ body }) => Object(body).args[0].value)]).toEqual([0, [2]])
  },
)
