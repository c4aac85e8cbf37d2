import type { DefaultServer } from './default-server.ts'
import { checksOfSharedManifest } from './defaults-of-registries.ts'

const nginx = { command: ['nginx', '-v'], debianPackage: 'nginx-light' } as const
const haproxy = { command: ['haproxy', '-v'], debianPackage: 'haproxy' } as const

/** A gateway with the directives of a team, and with the defaults of all others. */
export interface DefaultGateway extends DefaultServer {
  /** The checks that run. A limit would slow down all of them. @default all checks */
  readonly only?: readonly string[]
}

/** Gateways in front of a server that conforms, with compression. */
export const gateways: readonly DefaultGateway[] = [
  {
    name: 'nginx',
    requirement: nginx,
    breaks: [
      {
        id: 'path',
        description: '`proxy_pass` with a path decodes `%2F` and resolves `./`: `.%2Fecho` is the workflow `echo`.',
        checks: ['flow-unknown.similar'],
        statement: 'A workflow that is not found gets 404 (7).',
        mend: 'proxy_pass http://backend; without a slash at its end',
      },
      {
        id: 'host',
        description: 'The header Host is the name in `proxy_pass`, so a manifest refers to an address behind the gateway.',
        checks: ['man-execute'],
        isWarned: true,
        statement: 'The manifest refers to the execute endpoint (4.4).',
        mend: 'proxy_set_header Host $http_host;',
      },
    ],
  },
  {
    name: 'nginx with proxy_cache',
    requirement: nginx,
    breaks: [
      {
        id: 'cache',
        description: 'A stored manifest is the response to every key, to no key, and to If-None-Match (304).',
        checks: [
          ...checksOfSharedManifest,
          'host-env.named-organization',
          'org-auth.wrong-session',
          'org-content.other-profile',
          'org-content.published',
        ],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: 'proxy_no_cache $http_authorization $http_cookie; proxy_cache_bypass $http_authorization $http_cookie;',
      },
    ],
  },
  {
    name: 'nginx with limit_req',
    requirement: nginx,
    only: ['run-endpoint.parallel'],
    breaks: [
      {
        id: 'limit',
        description: 'A request over the limit is refused with 503, in HTML.',
        checks: ['run-endpoint.parallel'],
        statement: 'A request over the limit gets 429 with Retry-After (7).',
        mend: 'limit_req_status 429; error_page 429 = @limited; location @limited { add_header Retry-After 1 always; return 429; }',
      },
    ],
  },
  { name: 'HAProxy', requirement: haproxy, breaks: [] },
  {
    name: 'HAProxy with a limit',
    requirement: haproxy,
    only: ['run-endpoint.parallel'],
    breaks: [
      {
        id: 'limit',
        description: '`http-request deny deny_status 429` responds without Retry-After.',
        checks: ['run-endpoint.parallel'],
        statement: 'A request over the limit gets 429 with Retry-After (7).',
        mend: 'http-request return status 429 hdr Retry-After 1 if …',
      },
    ],
  },
]
