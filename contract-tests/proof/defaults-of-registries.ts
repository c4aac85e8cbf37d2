import type { DefaultServer } from './default-server.ts'

/** The checks that fail if the manifest of one key is the response to every key. */
export const checksOfSharedManifest: readonly string[] = [
  'host-key',
  'host-env',
  'host-env.named',
  'host-401',
  'host-401.identity',
  'host-401.elsewhere',
  'host-401.conditional',
  'host-401.session',
  'host-401.rewritten',
  'man-org',
  'man-org.parallel',
  'man-version',
  'man-version.published',
  'man-version.parallel',
  'man-skip',
  'man-empty',
  'man-empty.unpublished',
]

const OWN_ORGANIZATION = "The manifest lists the tool sets of the key's organization (4.2)."

/** The tool registries with the defaults of a framework, or of a cache for it. */
export const registriesOfFrameworks: readonly DefaultServer[] = [
  { name: 'Express 5', breaks: [] },
  {
    name: 'Express 5 with apicache',
    breaks: [
      {
        id: 'cache',
        description: '`apicache` keeps a manifest by its URL, so it is the response to every key and to no key.',
        checks: [...checksOfSharedManifest, 'man-org.cached'],
        statement: OWN_ORGANIZATION,
        mend: 'the option appendKey with the header Authorization, and clear() after a publication',
      },
    ],
  },
  { name: 'Fastify 5 with @fastify/etag', breaks: [] },
  { name: 'Hono 4 with etag', breaks: [] },
  {
    name: 'NestJS 12 with CacheInterceptor',
    breaks: [
      {
        id: 'cache',
        description: '`CacheInterceptor` keeps a manifest by its URL, so it is the response to every key and to no key.',
        checks: [...checksOfSharedManifest, 'man-org.cached'],
        statement: OWN_ORGANIZATION,
        mend: 'override trackBy() with the key, and clear() after a publication',
      },
      {
        id: 'status',
        description: '`CacheInterceptor` keeps a body without its status: the second 400 or 401 is a 200.',
        checks: [
          'host-401.identity',
          'host-401.elsewhere',
          'host-401.conditional',
          'host-401.session',
          'man-org.cached',
          'man-empty.stored',
          'man-empty',
        ],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: 'throw new HttpException(body, status)',
      },
    ],
  },
  { name: 'Next.js 16', breaks: [] },
  {
    name: 'Flask 3',
    requirement: { command: ['python3', '-c', 'import flask'], debianPackage: 'python3-flask' },
    breaks: [],
  },
  {
    name: 'Django 3 with cache_page',
    requirement: { command: ['/usr/bin/python3', '-c', 'import django'], debianPackage: 'python3-django' },
    breaks: [
      {
        id: 'cache',
        description: '`cache_page` keeps a manifest by its URL, so it is the response to every key and to no key.',
        checks: checksOfSharedManifest,
        statement: OWN_ORGANIZATION,
        mend: '@vary_on_headers("Authorization"), and cache.clear() after a publication',
      },
    ],
  },
  {
    name: 'FastAPI',
    requirement: {
      command: ['/usr/bin/python3', '-c', 'import fastapi, uvicorn'],
      debianPackage: 'python3-fastapi python3-uvicorn',
    },
    breaks: [
      {
        id: 'bearer',
        description: '`HTTPBearer` refuses a request without a key, or with another scheme, with 403.',
        checks: ['host-401', 'host-401.identity', 'host-401.elsewhere', 'host-401.conditional', 'host-401.session'],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: 'authorization: Optional[str] = Header(None)',
      },
    ],
  },
]
