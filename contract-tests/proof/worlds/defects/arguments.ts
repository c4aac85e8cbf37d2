import { type Defect, defectsOf } from './defect.ts'

const fitted = 'if (kindOf(value) === wanted) return { value }'
const kept = 'JSON.stringify(on.values)'

/** Defects that change arguments on their way to a workflow. */
export const argumentDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    ['RUN-ARGS', 'args may be left out', "const { args, mode = 'async' }", "const { args = [], mode = 'async' }"],
    [
      'RUN-ARGS',
      'args may be an object',
      'if (!Array.isArray(args)) throw invalid("\'args\' must be an array of {name, value}")\n  return { mode, pairs: args.map(readArgument) }',
      "if (typeof args !== 'object' || args === null) throw invalid('args')\n  return { mode, pairs: Object.entries(args).map(([name, arg]) => (arg?.name ? readArgument(arg, 0) : [name, arg])) }",
    ],
    [
      'RUN-ARG-NAME',
      'an argument without a name is dropped',
      'args.map(readArgument)',
      "args.filter((arg) => typeof arg?.name === 'string').map(readArgument)",
    ],
    [
      'RUN-ARG-VALUE',
      'an argument without a value counts as left out',
      'args.map(readArgument)',
      "args.filter((arg) => typeof arg?.name !== 'string' || 'value' in arg).map(readArgument)",
    ],
    [
      'RUN-ARG-NULL',
      'null as a value counts as left out',
      'args.map(readArgument)',
      'args.filter((arg) => arg?.value !== null).map(readArgument)',
    ],
    ['RUN-ARG-VALUE', 'the values 0, false and "" count as missing', 'if (value === null) throw', 'if (!value) throw'],
    [
      'RUN-ARG-TYPE',
      'arguments are checked for sync runs only',
      "if ('complaints' in bound) throw new Problem(40002, bound.complaints.join('; '))",
      "if ('complaints' in bound && mode === 'sync') throw new Problem(40002, bound.complaints.join('; '))\n      bound.values ??= {}",
    ],
    ['RUN-ARG-TYPE', 'a wrong argument is refused with 422', 'new Problem(40002, bound', 'new Problem(42202, bound'],
    [
      'RUN-ARG-MISSING',
      'a missing argument is a failed run with 200',
      "if ('complaints' in bound) throw new Problem(40002, bound.complaints.join('; '))",
      "if ('complaints' in bound) return { status: 'failed', error: { name: 'ArgumentError', value: bound.complaints.join(), traceback: '' }, stepOutputs: {} }",
    ],
  ]),
  ...defectsOf('engine.ts', [
    ['RUN-ARG-TYPE', 'types are not checked', fitted, 'return { value }'],
    [
      'RUN-ARG-TYPE',
      'an array is accepted as an object',
      fitted,
      "if (kindOf(value) === wanted || (wanted === 'object' && Array.isArray(value))) return { value }",
    ],
    [
      'RUN-ARG-TYPE',
      'a text is accepted as a number, and becomes NaN if it is not a number',
      fitted,
      `${fitted}\n  if (wanted === 'number' && typeof value === 'string') return { value: Number(value) }`,
    ],
    [
      'RUN-ARG-TYPE',
      'every value for a string is converted to a string',
      fitted,
      `${fitted}\n  if (wanted === 'string') return { value: String(value) }`,
    ],
    [
      'RUN-ARG-TYPE',
      'every value for a boolean is converted to a boolean',
      fitted,
      `${fitted}\n  if (wanted === 'boolean') return { value: Boolean(value) }`,
    ],
    [
      'RUN-ARG-TYPE',
      'a single value is accepted as a list with one element',
      fitted,
      `${fitted}\n  if (wanted === 'array' && typeof value !== 'string') return { value: [value] }`,
    ],
    [
      'RUN-JSON-STRING',
      'a string that contains JSON is parsed',
      fitted,
      "if (typeof value === 'string' && /^[[{]/.test(value)) return { value: JSON.parse(value) }\n  if (kindOf(value) === wanted) return { value }",
    ],
    [
      'RUN-ARG-VALUE',
      'a string ends at U+0000',
      fitted,
      "if (typeof value === 'string' && wanted === 'string') return { value: value.split('\\0')[0] }\n  if (kindOf(value) === wanted) return { value }",
    ],
    [
      'RUN-ARG-MISSING',
      'a required argument may be missing',
      'if (!optional && !given.has(name))',
      'if (!optional && given.size > 99)',
    ],
    [
      'RUN-ARG-MISSING',
      'any single argument satisfies all required parameters',
      'if (!optional && !given.has(name))',
      'if (!optional && given.size === 0)',
    ],
    [
      'RUN-ARG-MISSING',
      'a required argument that is "" or 0 counts as missing',
      'if (!optional && !given.has(name))',
      'if (!optional && !values.get(name))',
    ],
  ]),
  ...defectsOf('serve.ts', [
    [
      'RUN-ENDPOINT.chunked',
      'a body without Content-Length is refused with 411',
      'app.setErrorHandler(',
      "app.addHook('onRequest', async ({ headers }) => {\n    if (headers['transfer-encoding'] !== undefined) throw new Problem(41100, 'Length required')\n  })\n  app.setErrorHandler(",
    ],
    [
      'RUN-ENDPOINT.chunked',
      'a body is cut off at its Content-Length',
      'app.setErrorHandler(',
      "app.addHook('preParsing', async ({ headers }, _, body) =>\n    headers['content-length'] === undefined ? (await import('node:stream')).Readable.from([]) : body,\n  )\n  app.setErrorHandler(",
    ],
    [
      'RUN-ARG-VALUE',
      'a member named __proto__ is dropped from nested data',
      "onProtoPoisoning: 'ignore'",
      "onProtoPoisoning: 'remove'",
    ],
    [
      'RUN-ARG-VALUE',
      'data with a member named constructor is refused',
      "onConstructorPoisoning: 'ignore',",
      "onConstructorPoisoning: 'error',",
    ],
    ['RUN-JSON-STRING', 'bodies of more than 64 kB are refused', 'bodyLimit: 8 * 1024 * 1024', 'bodyLimit: 64 * 1024'],
  ]),
  ...defectsOf('runner.ts', [
    [
      'RUN-JSON-STRING',
      'texts of more than 65,535 characters are cut',
      kept,
      "JSON.stringify(on.values, (_, value) => (typeof value === 'string' ? value.slice(0, 65535) : value))",
    ],
    ['RUN-ARG-NULL', 'null is dropped from nested data', kept, 'JSON.stringify(on.values, (_, value) => value ?? undefined)'],
    [
      'RUN-ARG-VALUE',
      'empty lists are dropped from nested data',
      kept,
      "JSON.stringify(on.values, (name, value) => (Array.isArray(value) && value.length === 0 && name !== 'list' ? undefined : value))",
    ],
    [
      'RUN-ARG-VALUE',
      'numbers have single precision',
      kept,
      "JSON.stringify(on.values, (_, value) => (typeof value === 'number' ? Math.fround(value) : value))",
    ],
    [
      'RUN-ARG-VALUE',
      'numbers have 32 bits when they are whole',
      kept,
      'JSON.stringify(on.values, (_, value) => (Number.isInteger(value) ? value | 0 : value))',
    ],
    [
      'RUN-ARG-VALUE',
      'characters beyond the basic plane become question marks',
      kept,
      "JSON.stringify(on.values).replace(/[\\u{10000}-\\u{10ffff}]/gu, '?')",
    ],
    ['RUN-ARG-VALUE', 'texts are normalized to NFC', kept, 'JSON.stringify(on.values).normalize()'],
    [
      'RUN-ARG-VALUE',
      'members of nested data come back in small letters',
      kept,
      'JSON.stringify(on.values).replace(/"(\\w+)":/g, (name) => name.toLowerCase())',
    ],
  ]),
]
