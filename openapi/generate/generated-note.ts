/** Stands at the top of every generated file. */
export const generatedNote = '// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.\n'
