import { useId, useState } from 'preact/hooks'
import { useRequested } from '../follow.ts'
import { ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Code } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { type PlainSent, writeCurl } from '../request-code.ts'
import type { ViewProps } from '../view-props.ts'

interface SendSheetProps extends Pick<ViewProps, 'connection' | 'go'> {
  readonly request: PlainSent
  readonly onClose: () => void
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Edits a request, and sends it as a new one. */
export function SendSheet({ connection, go, onClose, request }: SendSheetProps) {
  const id = useId()
  const [method, setMethod] = useState(request.method)
  const [path, setPath] = useState(request.path)
  const [headers, setHeaders] = useState(writeHeaders(request.headers))
  const [body, setBody] = useState(request.body ?? '')
  const { value: overview } = useRequested(() => connection.inspect('overview'), [connection])
  const keys = [
    ...(overview?.workspaces ?? []).flatMap(({ workflows }) => workflows.flatMap(({ key }) => key ?? [])),
    ...(overview?.organizations ?? []).flatMap((organization) => organization.keys.map(({ key }) => key)),
  ]
  const edited: PlainSent = { method, path, headers: readHeaders(headers), body: body === '' ? undefined : body }
  const keyName = /\[.*\]/.exec(edited.headers['authorization'] ?? '')?.[0] ?? ''

  async function send(): Promise<void> {
    const number = await connection.inspect('send', edited)
    onClose()
    go({ view: 'requests', id: String(number) })
  }

  function useKey(name: string): void {
    const { authorization: _authorization, ...others } = edited.headers
    setHeaders(writeHeaders(name === '' ? others : { authorization: `Bearer ${name}`, ...others }))
  }

  return (
    <Dialog title="Edit and send" isSheet onClose={onClose}>
      <ActForm class="run-form" label="Edit and send" onAct={send}>
        <div class="run-columns">
          <div class="run-fields">
            <div class="pair method-pair">
              <div>
                <label class="stacked" for={`${id}-method`}>
                  Method
                </label>
                <Choice
                  id={`${id}-method`}
                  value={method}
                  options={[...new Set([request.method, ...METHODS])]}
                  onChange={setMethod}
                />
              </div>
              <div>
                <label class="stacked" for={`${id}-path`}>
                  Path
                </label>
                <input
                  id={`${id}-path`}
                  class="code"
                  value={path}
                  onInput={({ currentTarget }) => setPath(currentTarget.value)}
                />
              </div>
            </div>
            <label class="stacked" for={`${id}-key`}>
              Key
            </label>
            <Choice
              id={`${id}-key`}
              value={keys.includes(keyName) ? keyName : ''}
              none={keyName === '' ? 'no key' : 'as in the headers'}
              options={keys}
              words={Object.fromEntries(keys.map((name) => [name, name.slice(1, -1)]))}
              onChange={useKey}
            />
            <label class="stacked" for={`${id}-headers`}>
              Headers <span class="muted">one a line; the server replaces the name of a key by the key</span>
            </label>
            <textarea
              id={`${id}-headers`}
              class="code"
              rows={4}
              spellcheck={false}
              value={headers}
              onInput={({ currentTarget }) => setHeaders(currentTarget.value)}
            />
            <label class="stacked" for={`${id}-body`}>
              Body
            </label>
            <textarea
              id={`${id}-body`}
              class="code"
              rows={10}
              spellcheck={false}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          </div>
          <div class="run-preview">
            <h3>Request</h3>
            <Code label="The request as code" samples={[{ name: 'curl', text: writeCurl(edited, connection.baseUrl) }]} />
            <p class="muted">The response opens in the list of requests.</p>
          </div>
        </div>
        <div class="sheet-foot">
          <span />
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" icon="play">
            Send
          </Button>
        </div>
      </ActForm>
    </Dialog>
  )
}

function writeHeaders(headers: PlainSent['headers']): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function readHeaders(text: string): PlainSent['headers'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return [name.trim().toLowerCase(), value.join(':').trim()] as const
  })
  return Object.fromEntries(pairs)
}
