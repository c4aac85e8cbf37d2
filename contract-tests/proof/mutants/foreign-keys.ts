import type { MockService } from '@wfhost/mock-server'
import type { BrokenServer } from './broken-server.ts'
import { answer, intercept } from './intercept.ts'
import { onStatus } from './on-answer.ts'
import { onRequest, refuse, rightKey, tokenOf, withKey } from './on-request.ts'

const otherWorkspace = 'key-ledger'
const sameWorkspace = ['key-typed', 'key-typed-twin', 'key-failing', 'key-slow']

/** Servers that confuse a key without access with a right or with a wrong one, or read the scheme too strictly. */
export const foreignKeys: readonly BrokenServer[] = [
  accepts('the key of any workflow runs every workflow', [...sameWorkspace, otherWorkspace]),
  accepts('the key of a workflow runs the other workflows of its workspace', sameWorkspace),
  accepts('the key of a workflow in another workspace is accepted', [otherWorkspace]),
  answers('a key without access is refused with 401', 401),
  answers('a key without access is refused with 404', 404),
  answers('a key without access is refused with 400', 400),
  {
    defect: 'a key of another workspace is taken for an invalid one',
    foundBy: 'KEY-SCOPE',
    breakService: intercept(['run'], async (asked, { pass }) => {
      const given = await pass()
      return given.status === 403 && tokenOf(asked) === otherWorkspace ? answer(401, { message: 'Unknown key' }) : given
    }),
  },
  {
    defect: 'a tool-hosting key runs every workflow',
    foundBy: 'KEY-INVALID',
    breakService: onRequest(['run'], (asked, service) =>
      tokenOf(asked).startsWith('host-') ? withKey(asked, rightKey(asked, service)) : undefined,
    ),
  },
  refuses('the scheme is refused in lower case', /^bearer /),
  refuses('the scheme is refused in upper case', /^BEARER /),
  refuses('the scheme Bearer is refused as it is documented', /^Bearer /),
]

function accepts(defect: string, keys: readonly string[]): BrokenServer {
  return {
    defect,
    foundBy: 'KEY-SCOPE',
    breakService: onRequest(['run'], (asked, service: MockService) =>
      keys.includes(tokenOf(asked)) ? withKey(asked, rightKey(asked, service)) : undefined,
    ),
  }
}

function answers(defect: string, status: number): BrokenServer {
  return { defect, foundBy: 'KEY-SCOPE', breakService: onStatus({ at: ['run'], status: 403 }, status) }
}

function refuses(defect: string, scheme: RegExp): BrokenServer {
  const breakService = refuse({ at: 'run', status: 401 }, ({ headers }) => scheme.test(headers.get('authorization') ?? ''))
  return { defect, foundBy: 'RUN-AUTH', breakService }
}
