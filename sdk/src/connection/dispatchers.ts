/** The dispatchers of undici that go through a proxy. */
const PROXY_DISPATCHERS = ['EnvHttpProxyAgent', 'ProxyAgent']

/** The dispatchers of undici that send a request once, on one connection. */
const PLAIN_DISPATCHERS = ['Agent', ...PROXY_DISPATCHERS]

/** Whether a dispatcher sends each request once, on one connection. */
export function sendsOnce(dispatcher: object): boolean {
  return hasNoInterceptor(dispatcher) && PLAIN_DISPATCHERS.includes(nameOfClass(dispatcher))
}

export function usesProxy(dispatcher: object): boolean {
  return PROXY_DISPATCHERS.includes(nameOfClass(dispatcher))
}

function nameOfClass(dispatcher: object): string {
  return Object.getPrototypeOf(dispatcher)?.constructor?.name ?? ''
}

/** An interceptor replaces the `dispatch` of its dispatcher, and can send a request that our handler does not hear of. */
function hasNoInterceptor(dispatcher: object): boolean {
  return Reflect.get(dispatcher, 'dispatch') === Object.getPrototypeOf(dispatcher)?.dispatch
}
