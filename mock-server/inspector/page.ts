import { mountInspector } from './mount.tsx'

mountInspector(document.body, { hash: true })
