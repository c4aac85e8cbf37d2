/** The addresses and files of a gateway, and the defaults that it mends. */
export interface GatewaySettings {
  /** The defaults that are mended. */
  readonly mended: readonly string[]
  /** A folder for temporary files. */
  readonly folder: string
  readonly port: number
  /** The path to which the gateway itself responds, which distinguishes it from another process. */
  readonly probePath: string
  readonly upstreamPort: string
}

/** The status of the response to the probe. No server responds with it to an unknown path. */
export const PROBE_STATUS = 299

/** A gateway as a process: the arguments of its program, and the text of its configuration. */
export interface Gateway {
  readonly program: 'nginx' | 'haproxy'
  readonly options: readonly string[]
  readonly writeConfig: (settings: GatewaySettings) => string
}

const nginx = { program: 'nginx', options: ['-c'] } as const
const haproxy = { program: 'haproxy', options: ['-db', '-f'] } as const

export const gatewayByName: Readonly<Record<string, Gateway>> = {
  nginx: { ...nginx, writeConfig: (settings) => writeNginx(settings, passOn(settings)) },
  'nginx with proxy_cache': { ...nginx, writeConfig: writeCache },
  'nginx with limit_req': { ...nginx, writeConfig: writeNginxLimit },
  HAProxy: { ...haproxy, writeConfig: (settings) => writeHaproxy(settings, '') },
  'HAProxy with a limit': { ...haproxy, writeConfig: writeHaproxyLimit },
}

interface Directives {
  readonly location: string
  /** Directives beside `location`. @default none */
  readonly server?: string
  /** Directives beside `server`. @default none */
  readonly http?: string
}

function writeNginx({ folder, port, probePath }: GatewaySettings, { http = '', location, server = '' }: Directives): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)

  return `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  gzip on;
  gzip_types application/json;
  ${http}
  server {
    listen 127.0.0.1:${port};
    location = ${probePath} { return ${PROBE_STATUS}; }
    location / {
      ${location}
    }
    ${server}
  }
}
`
}

/** Writes the directives that mend the path and the header Host, unless a test needs their defaults. */
function passOn({ mended, upstreamPort }: GatewaySettings): Directives {
  const path = mended.includes('path') ? '' : '/'
  const host = mended.includes('host') ? 'proxy_set_header Host $http_host;' : ''

  return { location: `proxy_pass http://127.0.0.1:${upstreamPort}${path}; ${host}` }
}

function writeCache(settings: GatewaySettings): string {
  const { location } = passOn({ ...settings, mended: ['path', 'host'] })
  const keyed = '$http_authorization $http_cookie'
  const mend = settings.mended.includes('cache') ? `proxy_no_cache ${keyed}; proxy_cache_bypass ${keyed};` : ''

  return writeNginx(settings, {
    http: `proxy_cache_path ${settings.folder}/cache keys_zone=manifests:1m;`,
    location: `${location} proxy_cache manifests; proxy_cache_valid 200 1m; ${mend}`,
  })
}

function writeNginxLimit(settings: GatewaySettings): string {
  const { location } = passOn({ ...settings, mended: ['path', 'host'] })
  const isMended = settings.mended.includes('limit')

  return writeNginx(settings, {
    http: 'limit_req_zone $binary_remote_addr zone=callers:1m rate=1r/s;',
    location: `${location} limit_req zone=callers;${isMended ? ' limit_req_status 429; error_page 429 = @limited;' : ''}`,
    server: isMended ? 'location @limited { add_header Retry-After 1 always; return 429; }' : '',
  })
}

function writeHaproxy({ port, probePath, upstreamPort }: GatewaySettings, rules: string): string {
  return `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend callers
  bind 127.0.0.1:${port}
  compression algo gzip
  compression type application/json
  http-request return status ${PROBE_STATUS} if { path ${probePath} }
  ${rules}
  default_backend service
backend service
  server one 127.0.0.1:${upstreamPort}
`
}

function writeHaproxyLimit(settings: GatewaySettings): string {
  const isMended = settings.mended.includes('limit')
  const refuse = isMended ? 'return status 429 hdr Retry-After 1' : 'deny deny_status 429'

  return writeHaproxy(
    settings,
    `stick-table type ip size 1k expire 10s store http_req_rate(10s)
  http-request track-sc0 src
  http-request ${refuse} if { sc_http_req_rate(0) gt 2 }`,
  )
}
