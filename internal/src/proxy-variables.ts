/** The addresses of proxies by the scheme of the requests. An empty text means that there is none. */
export interface Proxies {
  readonly http: string
  readonly https: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the proxies that the environment names. As curl does, it prefers the names in lower case, and accepts an address
 * without a scheme, such as `proxy.example:8080`.
 *
 * @param refuse - Throws the error of the caller for an address that is not valid. The message does not contain the address,
 *   which can have a password.
 */
export function readProxies(environment: Environment, refuse: (message: string) => never): Proxies {
  return {
    http: readProxy(environment, { names: ['http_proxy', 'HTTP_PROXY'], refuse }),
    https: readProxy(environment, { names: ['https_proxy', 'HTTPS_PROXY'], refuse }),
  }
}

interface ProxyVariable {
  readonly names: readonly string[]
  readonly refuse: (message: string) => never
}

function readProxy(environment: Environment, { names, refuse }: ProxyVariable): string {
  const name = names.find((candidate) => environment[candidate] !== undefined)
  const value = name === undefined ? '' : (environment[name] ?? '').trim()
  if (value === '') return ''

  const url = value.includes('://') ? value : `http://${value}`
  const isValid = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
  if (isValid) return url
  return refuse(`Cannot use the proxy of ${name}: expected an http or https address, such as http://proxy.example:8080`)
}
