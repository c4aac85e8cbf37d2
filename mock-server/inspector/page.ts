import { mountInspector } from './mount.tsx'

// With a token, the link is /__mock/#token=…: a fragment is sent to nobody. It is kept for this tab only.
const given = /^#token=(.+)$/.exec(location.hash)?.[1]
if (given !== undefined) {
  sessionStorage.setItem('token', decodeURIComponent(given))
  history.replaceState(null, '', location.pathname)
}
const token = sessionStorage.getItem('token')

mountInspector(document.body, { hash: true, ...(token === null ? {} : { token }) })
