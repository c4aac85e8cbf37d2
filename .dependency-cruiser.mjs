// The parts and their allowed imports. The table in ARCHITECTURE.md is the short form.
import { readFileSync } from 'node:fs'

const anyPackage = '^(internal|openapi|sdk|mock-server|contract-tests|queue)/'
const mutants = '[.]mutants[.]ts$'
const tests = '[.]test(-d)?[.]ts$|/(test|nginx)/'

// Only `npm run bench`, `npm run site`, `npm run test:tools`, `npm run selftest` and `npm run test:slow` install these.
const foldersApart = [
  'tools/bench',
  'docs',
  'tools/openapi',
  'contract-tests/proof/worlds/fastify-sqlite',
  'contract-tests/proof/defaults',
]
const apart = foldersApart.flatMap((folder) => {
  const { dependencies } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8'))
  return Object.keys(dependencies)
})
const peers = [...apart, '@wfhost/[^/]+'].map((name) => `^${name}(/|$)`)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'A cycle of imports has no order in which to read it. Generated files are excluded: they import the types that they satisfy.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '/generated/' } },
    },
    {
      name: 'resolvable',
      comment: 'Every other rule here ignores an import that cannot be resolved.',
      severity: 'error',
      // `npm run test:frameworks` installs the imports of the examples, and compiles them.
      from: { pathNot: `^(${foldersApart.join('|')}|examples)/` },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'resolvable-or-a-peer',
      comment: 'A package may import only its own dependencies and packages of this repository.',
      severity: 'error',
      from: { path: `^(${foldersApart.join('|')})/` },
      to: { couldNotResolve: true, pathNot: peers },
    },
    {
      name: 'measurements-are-not-imported',
      comment: 'Nothing stands on measurements.',
      severity: 'error',
      from: { pathNot: '^tools/bench/' },
      to: { path: '^tools/bench/' },
    },
    {
      name: 'by-name-across-packages',
      comment:
        'One package reaches another by its name, and so through its exports only. The tests of drift compile edited ' +
        'documents with the generator, the list of assumptions takes the combinations of the self-test; ' +
        'the page of cases sends the parity corpus, the page of a report shows the sample, the playground the inspector; ' +
        'and wfhost queue is tested as a command of the client: no package exports these.',
      severity: 'error',
      from: {
        path: '^([^/]+)/',
        pathNot:
          '^(contract-tests/test/drift/|tools/scripts/assumptions[.]ts$|docs/playground/|tools/|queue/test/command[.]test)',
      },
      to: { path: anyPackage, pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'internal-imports-nothing',
      comment:
        'It is bundled into every package, and runs wherever they do. Only commands use terminal-text, wait-visibly and standard-output, which need Node, and only packages that bundle zod use schema-problems.',
      severity: 'error',
      from: { path: '^internal/', pathNot: tests },
      to: { pathNot: ['^(internal|node_modules/is-unicode-supported|node_modules/zod)/', '^(fs|stream|readline)$'] },
    },
    {
      name: 'internal-needs-readline-for-waits-only',
      severity: 'error',
      from: { path: '^internal/', pathNot: [tests, '^internal/src/wait-visibly[.]ts$'] },
      to: { path: '^readline$' },
    },
    {
      name: 'internal-needs-node-for-output-only',
      severity: 'error',
      from: { path: '^internal/', pathNot: [tests, '^internal/src/standard-output[.]ts$'] },
      to: { path: '^(fs|stream)$' },
    },
    {
      name: 'openapi-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^openapi/' },
      to: { path: '^(sdk|mock-server|contract-tests|queue|examples/tour)/' },
    },
    {
      name: 'sdk-imports-openapi-only',
      severity: 'error',
      from: { path: '^sdk/', pathNot: tests },
      to: { path: '^(mock-server|contract-tests|queue|examples/tour)/' },
    },
    {
      name: 'queue-imports-sdk-only',
      severity: 'error',
      from: { path: '^queue/', pathNot: tests },
      to: { path: '^(openapi|mock-server|contract-tests|examples/tour)/' },
    },
    {
      name: 'queue-imports-internal-for-types-only',
      comment: 'Only its command bundles code of internal: the helpers of all command lines.',
      severity: 'error',
      from: { path: '^queue/', pathNot: [tests, '^queue/src/queue-program[.]ts$'] },
      to: { path: '^internal/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-imports-openapi-for-types-only',
      comment:
        'The published client carries the types in its declarations and requires no other package of this repository at run time.',
      severity: 'error',
      from: { path: '^sdk/', pathNot: tests },
      to: { path: '^openapi/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'mock-server-imports-openapi-only',
      severity: 'error',
      from: { path: '^mock-server/', pathNot: tests },
      to: { path: '^(sdk|contract-tests|queue|examples/tour)/' },
    },
    {
      name: 'core-is-pure',
      comment: 'The core runs wherever Request and Response are: it imports itself, the document and zod, and nothing else.',
      severity: 'error',
      from: { path: '^mock-server/src/(core|faults|operations|schema)/', pathNot: tests },
      to: { pathNot: '^(mock-server/src/(core|faults|operations|schema)|openapi|internal|node_modules/zod)/' },
    },
    {
      name: 'adapters-stand-apart',
      comment: 'An adapter may be used without what the others need, so it imports the core but no other adapter.',
      severity: 'error',
      from: { path: '^mock-server/src/adapters/([^/.-]+)', pathNot: tests },
      to: { path: '^mock-server/src/adapters/', pathNot: '^mock-server/src/adapters/($1|listen)' },
    },
    {
      name: 'runs-in-a-browser',
      comment:
        'The document, the client and the core run in a browser, which has no modules of Node. The file of a batch and the Node transport do not.',
      severity: 'error',
      from: { path: '^(openapi/(src|generated)|sdk/src)/', pathNot: `${tests}|/cli|/batch-file|^sdk/src/node/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-tests-publish-no-client',
      comment: 'Whoever checks a server does not install the client; only the tests compare with its shapes.',
      severity: 'error',
      from: { path: '^contract-tests/src/', pathNot: tests },
      to: { path: '^sdk/' },
    },
    {
      name: 'proof-is-not-published',
      comment: 'Mutants and variants test the suite; whoever checks a server does without them.',
      severity: 'error',
      from: { path: '^contract-tests/src/', pathNot: `${mutants}|${tests}` },
      to: { path: '^(contract-tests/proof|mock-server|queue)/' },
    },
    {
      name: 'mutants-are-not-imported',
      comment:
        'They stand beside the rules that find them, and are not published. contract-tests/proof/mutants/mutants.ts finds them by their names.',
      severity: 'error',
      from: {},
      to: { path: mutants },
    },
    {
      name: 'mutants-import-the-proof',
      comment:
        'A mutant changes the reference server. It may use the entries of a catalogue, but shares no code with the rule that finds it.',
      severity: 'error',
      from: { path: mutants },
      to: {
        pathNot:
          '^(contract-tests/proof/(mutants/|contract-world[.]ts)|contract-tests/src/catalogues/|mock-server/|tools/scripts/run-bodies[.]ts)',
      },
    },
    {
      name: 'contract-tests-are-not-imported',
      comment: 'The proof comes last; only the tour and the scripts stand above it.',
      severity: 'error',
      from: { path: '^(openapi|sdk|mock-server)/', pathNot: tests },
      to: { path: '^(contract-tests|examples/tour)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^docs/pages/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@wfhost/source', 'import', 'node', 'types', 'default'],
    },
  },
}
