import { guardPaths } from './guard-paths.ts'
import { operatorPaths } from './operator-paths.ts'
import { worldPaths } from './world-paths.ts'

/** The OpenAPI document of the control surface of a host. It is not part of the API under test. */
export function controlDocument(): object {
  return documentOf('Control surface of the reference server', { ...operatorPaths(), ...worldPaths(), ...guardPaths() })
}

/** The OpenAPI document of the control surface of a guard, which has no worlds of its own. */
export function guardDocument(): object {
  return documentOf('Control surface of a guard', { ...operatorPaths(), ...guardPaths() })
}

function documentOf(title: string, paths: object): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version: '0.1.0' },
    security: [{}, { token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
