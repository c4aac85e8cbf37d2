import schema from '../../../src/reports/report.schema.json' with { type: 'json' }
import { importOptional } from '../missing-package.ts'
import { junitSchema } from './junit-schema.ts'

/** Holds the text of a report against the schema of its format: what is wrong with it, or nothing. */
type Validator = (text: string) => readonly string[] | Promise<readonly string[]>

/** The formats that somebody has a schema for. */
export type Validators = Readonly<Record<'json' | 'sarif' | 'ctrf' | 'junit', Validator>>

const packages = ['ajv', 'ajv-draft-04', 'ajv-formats', 'ctrf', '@microsoft/jest-sarif', 'xmllint-wasm']

/**
 * Loads the validators of all formats that have a schema.
 *
 * @throws {MissingPackage} when one of them is not installed.
 */
export async function loadValidators(): Promise<Validators> {
  const [{ Ajv2020 }, draft4, formats, ctrf, sarif, xmllint] = await importOptional(packages, () =>
    Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-draft-04'),
      import('ajv-formats'),
      import('ctrf'),
      import('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json', { with: { type: 'json' } }),
      import('xmllint-wasm'),
    ]),
  )
  const addFormats = formats.default.default
  const own = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
  // A pattern of the schema is not one in Unicode mode.
  const old = new draft4.default.default({ allErrors: true, strict: false, unicodeRegExp: false })
  addFormats(own)
  addFormats(old)
  return {
    json: validator(own, schema),
    sarif: validator(old, sarif.default),
    ctrf: (text) => {
      const { errors = [], valid } = ctrf.validate(JSON.parse(text))
      return valid ? [] : errors.map((error) => JSON.stringify(error))
    },
    junit: async (xml) => {
      const { errors } = await xmllint.validateXML({ xml, schema: junitSchema })
      return errors.map(({ message }) => message)
    },
  }
}

interface Compiler {
  readonly compile: (schema: object) => ((value: unknown) => unknown) & { readonly errors?: readonly object[] | null }
}

function validator(compiler: Compiler, schemaOfFormat: object): Validator {
  const validate = compiler.compile(schemaOfFormat)
  return (text) => {
    validate(JSON.parse(text))
    return (validate.errors ?? []).map((error) => JSON.stringify(error))
  }
}
