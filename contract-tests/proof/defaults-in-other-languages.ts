import type { DefaultServer } from './default-server.ts'

/** The servers in other languages, which run in their own processes. */
export const serversInOtherLanguages: readonly DefaultServer[] = [
  {
    name: 'Flask 3',
    requirement: { command: ['python3', '-c', 'import flask'], debianPackage: 'python3-flask' },
    breaks: [
      {
        id: 'json',
        description: '`request.get_json()` reads NaN, and texts in UTF-16.',
        checks: ['run-malformed'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'a JSONProvider that decodes UTF-8, with parse_constant=refuse',
      },
    ],
  },
  {
    name: 'PHP 8',
    requirement: { command: ['php', '-r', 'new PDO("sqlite::memory:");'], debianPackage: 'php-cli php-sqlite3' },
    breaks: [
      {
        id: 'arrays',
        description: '`json_decode` with associative arrays makes a list of an empty object, and of one with the names 0, 1, ….',
        checks: [
          'run-args',
          'run-arg-value',
          'run-arg-value.sizes',
          'run-arg-value.empty',
          'run-arg-value.generated',
          'run-arg-type.array',
        ],
        statement: 'The type of a value is the type that the workflow expects (2.2).',
        mend: 'json_decode($text)',
      },
      {
        id: 'empty',
        description: '`json_encode` writes an empty array as a list.',
        checks: ['run-sync-body', 'run-result', 'run-steps.success'],
        statement: '`stepOutputs` is a map (2.3).',
        mend: '(object) $steps',
      },
      {
        id: 'loose',
        description: '`in_array` compares like `==`, and `true` equals every text.',
        checks: ['run-mode.type'],
        statement: 'The mode is `sync` or `async` (4.1).',
        mend: "in_array($mode, ['sync', 'async'], true)",
      },
      {
        id: 'null',
        description: '`isset` and `??` treat a member that is null as a missing one.',
        checks: ['run-mode.null'],
        statement: 'The mode is `sync` or `async` (4.1).',
        mend: "array_key_exists('mode', $body)",
      },
      {
        id: 'lock',
        description: 'A statement of PDO that is not read to its end keeps its lock of SQLite: concurrent runs get 500.',
        checks: ['run-endpoint.parallel'],
        isRace: true,
        statement: 'A successful call has status 200 (4.1).',
        mend: '$statement->closeCursor()',
      },
    ],
  },
  {
    name: 'Sinatra 3',
    requirement: { command: ['ruby', '-e', 'require "sinatra/base"; require "puma"'], debianPackage: 'ruby-sinatra puma' },
    breaks: [
      {
        id: 'error',
        description: '`JSON.parse` raises an error for a malformed body, which becomes 500.',
        checks: ['run-malformed', 'run-malformed.lenient'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'rescue JSON::ParserError',
      },
      {
        id: 'lenient',
        description: '`JSON.parse` of Ruby 3.1 reads comments, and escapes that JSON does not have.',
        checks: ['run-malformed', 'run-malformed.lenient'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'refuse text with a slash or a backslash outside of well-formed strings',
      },
      {
        id: 'bytes',
        description: '`JSON.parse` reads bytes that are not UTF-8, and `JSON.generate` raises an error for them: 500.',
        checks: ['run-malformed.utf8'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: "text.force_encoding('UTF-8').valid_encoding?",
      },
      {
        id: 'path',
        description: 'Rack::Protection resolves `./` in a path, after decoding `%2F`: `.%2Fecho` is the workflow `echo`.',
        checks: ['flow-unknown.similar'],
        statement: 'A workflow that is not found gets 404 (7).',
        mend: 'set :protection, except: :path_traversal',
      },
    ],
  },
  {
    name: 'Go',
    requirement: { command: ['go', 'version'], debianPackage: 'golang-go' },
    breaks: [
      {
        id: 'trailing',
        description: '`Decoder.Decode` reads one value, and leaves the text after it.',
        checks: ['run-malformed', 'run-malformed.lenient'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'json.Unmarshal(text, &body)',
      },
      {
        id: 'slice',
        description: 'A missing slice, a slice that is null and a struct that is null are decoded without an error.',
        checks: ['run-args', 'run-malformed.object'],
        statement: '`args` is required (4.1).',
        mend: 'if body.Args == nil',
      },
      {
        id: 'zero',
        description: 'A missing string, an empty one and null are all decoded as an empty string.',
        checks: ['run-mode', 'run-mode.null'],
        statement: 'The mode is `sync` or `async` (4.1).',
        mend: 'map[string]json.RawMessage',
      },
    ],
  },
  {
    name: 'Java and Gson 2',
    requirement: {
      command: ['sh', '-c', 'command -v javac && test -e /usr/share/java/gson.jar'],
      debianPackage: 'default-jdk-headless libgoogle-gson-java',
    },
    breaks: [
      {
        id: 'lenient',
        description: '`Gson.fromJson` is lenient: it reads comments, single quotes, `;` for `,`, and words in capitals.',
        checks: ['run-malformed', 'run-malformed.lenient'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'setStrictness(Strictness.STRICT), since Gson 2.11',
      },
      {
        id: 'missing',
        description: 'Gson leaves a missing member null, and an exception of a handler closes the connection without a response.',
        checks: ['run-args', 'run-args.case', 'run-arg-name', 'run-malformed.object'],
        statement: 'A missing required argument is refused with 400 (7).',
        mend: 'if (body == null || body.args() == null)',
      },
      {
        id: 'mode',
        description: 'A member that is null and a missing one are both null.',
        checks: ['run-mode.null'],
        statement: 'The mode is `sync` or `async` (4.1).',
        mend: 'JsonParser.parseString(text).getAsJsonObject().has("mode")',
      },
      {
        id: 'nulls',
        description: '`Gson.toJson` leaves out members that are null.',
        checks: [
          'run-arg-value',
          'run-arg-value.empty',
          'run-arg-value.generated',
          'run-result.falsy',
          'run-steps.success',
          'run-steps.falsy',
          'run-arg-null.nested',
        ],
        statement: 'A successful run has a `result` (2.3).',
        mend: 'new GsonBuilder().serializeNulls()',
      },
    ],
  },
]
