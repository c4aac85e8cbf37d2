import { type Defect, defectsOf } from './defect.ts'

const fitted = 'if (kindOf(value) === wanted) return { value }'
const kept = 'JSON.stringify(on.values)'

/** What is done to arguments on their way to a workflow. */
export const argumentDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    {
      defect: 'args may be left out',
      breaks: 'RUN-ARGS',
      from: "const { args, mode = 'async' }",
      to: "const { args = [], mode = 'async' }",
    },
    {
      defect: 'args may be an object',
      breaks: 'RUN-ARGS',
      from: 'if (!Array.isArray(args)) throw invalid("\'args\' must be an array of {name, value}")\n  return { mode, pairs: args.map(readArgument) }',
      to: "if (typeof args !== 'object' || args === null) throw invalid('args')\n  return { mode, pairs: Object.entries(args).map(([name, arg]) => (arg?.name ? readArgument(arg, 0) : [name, arg])) }",
    },
    {
      defect: 'an argument without a name is dropped',
      breaks: 'RUN-ARG-NAME',
      from: 'args.map(readArgument)',
      to: "args.filter((arg) => typeof arg?.name === 'string').map(readArgument)",
    },
    {
      defect: 'an argument without a value counts as left out',
      breaks: 'RUN-ARG-VALUE',
      from: 'args.map(readArgument)',
      to: "args.filter((arg) => typeof arg?.name !== 'string' || 'value' in arg).map(readArgument)",
    },
    {
      defect: 'null as a value counts as left out',
      breaks: 'RUN-ARG-NULL',
      from: 'args.map(readArgument)',
      to: 'args.filter((arg) => arg?.value !== null).map(readArgument)',
    },
    {
      defect: 'the values 0, false and "" count as missing',
      breaks: 'RUN-ARG-VALUE',
      from: 'if (value === null) throw',
      to: 'if (!value) throw',
    },
    {
      defect: 'arguments are checked for sync runs only',
      breaks: 'RUN-ARG-TYPE',
      from: "if ('complaints' in bound) throw new Problem(40002, bound.complaints.join('; '))",
      to: "if ('complaints' in bound && mode === 'sync') throw new Problem(40002, bound.complaints.join('; '))\n      bound.values ??= {}",
    },
    {
      defect: 'a wrong argument is answered with 422',
      breaks: 'RUN-ARG-TYPE',
      from: 'new Problem(40002, bound',
      to: 'new Problem(42202, bound',
    },
    {
      defect: 'a missing argument is a run that failed, with 200',
      breaks: 'RUN-ARG-MISSING',
      from: "if ('complaints' in bound) throw new Problem(40002, bound.complaints.join('; '))",
      to: "if ('complaints' in bound) return { status: 'failed', error: { name: 'ArgumentError', value: bound.complaints.join(), traceback: '' }, stepOutputs: {} }",
    },
  ]),
  ...defectsOf('engine.ts', [
    { defect: 'types are not checked', breaks: 'RUN-ARG-TYPE', from: fitted, to: 'return { value }' },
    {
      defect: 'an array passes for an object',
      breaks: 'RUN-ARG-TYPE',
      from: fitted,
      to: "if (kindOf(value) === wanted || (wanted === 'object' && Array.isArray(value))) return { value }",
    },
    {
      defect: 'a text is taken for a number, as NaN where it is none',
      breaks: 'RUN-ARG-TYPE',
      from: fitted,
      to: `${fitted}\n  if (wanted === 'number' && typeof value === 'string') return { value: Number(value) }`,
    },
    {
      defect: 'whatever comes for a string is made one',
      breaks: 'RUN-ARG-TYPE',
      from: fitted,
      to: `${fitted}\n  if (wanted === 'string') return { value: String(value) }`,
    },
    {
      defect: 'whatever comes for a boolean is made one',
      breaks: 'RUN-ARG-TYPE',
      from: fitted,
      to: `${fitted}\n  if (wanted === 'boolean') return { value: Boolean(value) }`,
    },
    {
      defect: 'a single value is taken for a list of one',
      breaks: 'RUN-ARG-TYPE',
      from: fitted,
      to: `${fitted}\n  if (wanted === 'array' && typeof value !== 'string') return { value: [value] }`,
    },
    {
      defect: 'a string that holds JSON is parsed',
      breaks: 'RUN-JSON-STRING',
      from: fitted,
      to: "if (typeof value === 'string' && /^[[{]/.test(value)) return { value: JSON.parse(value) }\n  if (kindOf(value) === wanted) return { value }",
    },
    {
      defect: 'a string ends at U+0000',
      breaks: 'RUN-ARG-VALUE',
      from: fitted,
      to: "if (typeof value === 'string' && wanted === 'string') return { value: value.split('\\0')[0] }\n  if (kindOf(value) === wanted) return { value }",
    },
    {
      defect: 'a required argument may be missing',
      breaks: 'RUN-ARG-MISSING',
      from: 'if (!optional && !given.has(name))',
      to: 'if (!optional && given.size > 99)',
    },
    {
      defect: 'one argument, whichever, satisfies all that are required',
      breaks: 'RUN-ARG-MISSING',
      from: 'if (!optional && !given.has(name))',
      to: 'if (!optional && given.size === 0)',
    },
    {
      defect: 'a required argument that is "" or 0 counts as missing',
      breaks: 'RUN-ARG-MISSING',
      from: 'if (!optional && !given.has(name))',
      to: 'if (!optional && !values.get(name))',
    },
  ]),
  ...defectsOf('serve.ts', [
    {
      defect: 'a member named __proto__ is dropped from nested data',
      breaks: 'RUN-ARG-VALUE',
      from: "onProtoPoisoning: 'ignore'",
      to: "onProtoPoisoning: 'remove'",
    },
    {
      defect: 'data with a member named constructor is refused',
      breaks: 'RUN-ARG-VALUE',
      from: "onConstructorPoisoning: 'ignore',",
      to: "onConstructorPoisoning: 'error',",
    },
    {
      defect: 'bodies of more than 64 kB are refused',
      breaks: 'RUN-JSON-STRING',
      from: 'bodyLimit: 8 * 1024 * 1024',
      to: 'bodyLimit: 64 * 1024',
    },
  ]),
  ...defectsOf('runner.ts', [
    {
      defect: 'texts of more than 65,535 characters are cut',
      breaks: 'RUN-JSON-STRING',
      from: kept,
      to: "JSON.stringify(on.values, (_, value) => (typeof value === 'string' ? value.slice(0, 65535) : value))",
    },
    {
      defect: 'null is dropped from nested data',
      breaks: 'RUN-ARG-NULL',
      from: kept,
      to: 'JSON.stringify(on.values, (_, value) => value ?? undefined)',
    },
    {
      defect: 'empty lists are dropped from nested data',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: "JSON.stringify(on.values, (name, value) => (Array.isArray(value) && value.length === 0 && name !== 'list' ? undefined : value))",
    },
    {
      defect: 'numbers have single precision',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: "JSON.stringify(on.values, (_, value) => (typeof value === 'number' ? Math.fround(value) : value))",
    },
    {
      defect: 'numbers have 32 bits when they are whole',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: 'JSON.stringify(on.values, (_, value) => (Number.isInteger(value) ? value | 0 : value))',
    },
    {
      defect: 'characters beyond the basic plane become question marks',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: "JSON.stringify(on.values).replace(/[\\u{10000}-\\u{10ffff}]/gu, '?')",
    },
    {
      defect: 'texts are normalized to NFC',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: 'JSON.stringify(on.values).normalize()',
    },
    {
      defect: 'members of nested data come back in small letters',
      breaks: 'RUN-ARG-VALUE',
      from: kept,
      to: 'JSON.stringify(on.values).replace(/"(\\w+)":/g, (name) => name.toLowerCase())',
    },
  ]),
]
