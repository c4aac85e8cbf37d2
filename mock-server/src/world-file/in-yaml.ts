import { Document, visit } from 'yaml'

/** Writes data as YAML that `readWorldFile` reads as the same data. */
export function inYaml(value: object): string {
  const document = new Document(value)
  visit(document, {
    Scalar(_key, scalar) {
      // Without quotes, this name means the members of something else.
      if (scalar.value === '<<') scalar.type = 'QUOTE_DOUBLE'
      // The reader rejects a number with more digits than JavaScript can hold, unless it has an exponent.
      if (Number.isInteger(scalar.value) && !Number.isSafeInteger(scalar.value)) scalar.format = 'EXP'
    },
  })
  return String(document).trimEnd()
}
