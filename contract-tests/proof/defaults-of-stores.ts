import type { BreakingDefault, DefaultServer } from './default-server.ts'

const stepChecks = ['run-steps', 'run-steps.falsy', 'run-steps.parallel', 'run-steps-failed']

/** The servers that store each run, with the defaults of a library for a database. */
export const serversWithStores: readonly DefaultServer[] = [
  {
    name: 'pg 8',
    breaks: [
      refuseNul({ mend: 'a column of the type json' }),
      {
        id: 'values',
        description:
          'An array is sent as an array of PostgreSQL, and a text without quotes. A column of JSON refuses them, or stores another value.',
        checks: [
          'run-endpoint.parallel',
          'run-args.notation',
          'run-arg-value',
          'run-arg-value.sizes',
          'run-arg-value.empty',
          'run-arg-value.inherited-names',
          'run-arg-value.range',
          'run-arg-value.generated',
          'run-sync',
          'run-result.falsy',
          'run-async.background',
          'run-async.beside-others',
          'run-async.large',
          'run-async.parallel',
          'run-async.closed',
        ],
        statement: 'A string or an array is an allowed value (2.2).',
        mend: 'JSON.stringify(value)',
      },
    ],
  },
  {
    name: 'Drizzle 0.45',
    breaks: [
      refuseNul({ mend: 'json()' }),
      {
        id: 'texts',
        description: 'A text in a column of JSON is parsed twice: the text `12` becomes a number.',
        checks: ['run-arg-value', 'run-json-string'],
        statement: 'An argument may be a string that holds serialized JSON (4.1).',
        mend: "customType({ dataType: () => 'jsonb', toDriver: JSON.stringify })",
      },
    ],
  },
  {
    name: 'TypeORM 1',
    breaks: [
      refuseNul({ mend: "type: 'json'" }),
      {
        id: 'proto',
        description: '`save()` copies plain objects without a member `__proto__`.',
        checks: ['run-arg-value.inherited-names'],
        statement: 'An object is an allowed value (2.2).',
        mend: 'insert(run) and update(id, outcome)',
      },
    ],
  },
  {
    name: 'Sequelize 6',
    breaks: [refuseNul({ mend: 'DataTypes.JSON' }), ignoreInPlace({ mend: "run.changed('stepOutputs', true)" })],
  },
  {
    name: 'Prisma 7',
    breaks: [
      refuseNul({ mend: 'Json @db.Json' }),
      {
        id: 'numbers',
        description: 'A number in a field of the type `Json` is rounded to 16 digits, and the largest ones become null.',
        checks: ['run-arg-value', 'run-arg-value.generated'],
        alsoMends: ['nul', 'proto'],
        statement: 'A number is an allowed value (2.2).',
        mend: 'JSON.stringify(value)',
      },
      {
        id: 'proto',
        description: 'A member `__proto__` is lost.',
        checks: ['run-arg-value.inherited-names'],
        alsoMends: ['nul', 'numbers'],
        statement: 'An object is an allowed value (2.2).',
        mend: 'JSON.stringify(value)',
      },
    ],
  },
  { name: 'MikroORM 7', breaks: [refuseNul({ mend: "p.json().columnType('json')" })] },
  {
    name: 'Mongoose 9',
    breaks: [
      {
        id: 'minimize',
        description: 'Empty objects are removed.',
        checks: [
          'run-arg-value',
          'run-arg-value.sizes',
          'run-arg-value.empty',
          'run-arg-value.generated',
          'run-mode.named',
          'run-sync-body',
          'run-steps.success',
        ],
        statement: '`stepOutputs` is a map, and a result may be any value (2.3).',
        mend: 'new Schema({ … }, { minimize: false })',
      },
      {
        id: 'names',
        description: 'Members with the names `__proto__` and `prototype` are removed, and an object with `_bsontype` gets 500.',
        checks: ['run-arg-value.inherited-names', 'run-arg-value'],
        alsoMends: ['minimize', 'nul'],
        statement: 'An object is an allowed value (2.2).',
        mend: 'JSON.stringify(value)',
      },
      {
        id: 'nul',
        description: 'The name of a member with `\\u0000` is refused, as BSON ends a name there: 500.',
        checks: ['run-arg-value.nul'],
        alsoMends: ['minimize', 'names'],
        statement: 'An object is an allowed value (2.2).',
        mend: 'JSON.stringify(value)',
      },
      ignoreInPlace({ mend: "run.markModified('stepOutputs')" }),
    ],
  },
  {
    name: 'Django 3 with its ORM',
    requirement: { command: ['/usr/bin/python3', '-c', 'import django'], debianPackage: 'python3-django' },
    breaks: [],
  },
  {
    name: 'SQLAlchemy 1.4',
    requirement: {
      command: ['/usr/bin/python3', '-c', 'import flask, sqlalchemy'],
      debianPackage: 'python3-flask python3-sqlalchemy',
    },
    breaks: [ignoreInPlace({ mend: 'MutableDict.as_mutable(JSON)' })],
  },
]

function refuseNul({ mend }: Pick<BreakingDefault, 'mend'>): BreakingDefault {
  return {
    id: 'nul',
    description: 'PostgreSQL refuses `\\u0000` in a column of the type `jsonb`: 500.',
    checks: ['run-arg-value.nul'],
    statement: 'A string is an allowed value (2.2).',
    mend,
  }
}

function ignoreInPlace({ mend }: Pick<BreakingDefault, 'mend'>): BreakingDefault {
  return {
    id: 'in-place',
    description: 'A step that is added to the object in `stepOutputs` is not saved, since the column has the same object.',
    checks: stepChecks,
    statement: '`stepOutputs` has the result of each step (2.3).',
    mend,
  }
}
