import { manifest } from '../manifest.ts'
import type { BodySchemas } from '../operation.ts'
import { refusal } from '../refusal.ts'

export const readManifestBodies = {
  200: manifest,
  400: refusal,
  401: refusal,
  404: refusal,
  429: refusal,
} as const satisfies BodySchemas<'getPublicManifest'>
