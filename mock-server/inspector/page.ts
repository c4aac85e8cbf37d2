import { mountInspector } from './mount.tsx'

// A proxy may serve it below a path of its own.
mountInspector(document.body, { hash: true, url: new URL('..', location.href).href })
