import { mountInspector } from './mount.tsx'

// A proxy may serve the page below a path.
mountInspector(document.body, { hash: true, url: new URL('..', location.href).href })
