import type { PagesByClaim } from './pages-by-claim.ts'

/** Pages about databases and caches. */
export const databasePages: PagesByClaim = {
  'DynamoDB: 32 levels': 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html',
  'DynamoDB: one write unit is an item of up to 1 kB':
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html',
  'DynamoDB: attribute values':
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html',
  'Elasticsearch: index.mapping.depth.limit 20':
    'https://elastic.co/guide/en/elasticsearch/reference/8.4/mapping-settings-limit.html',
  'Elasticsearch: index.mapping.total_fields.limit 1000':
    'https://elastic.co/guide/en/elasticsearch/reference/8.4/mapping-settings-limit.html',
  'MariaDB: TEXT has at most 65,535 characters': 'https://mariadb.com/kb/en/2251/',
  'MariaDB: BOOLEAN is TINYINT': 'https://mariadb.com/docs/server/reference/data-types/numeric-data-types/boolean',
  'Memcached: a key of more than 250 bytes is an error':
    'https://github.com/memcached/memcached/blob/2d51e364799b/doc/protocol.txt#L47',
  'MongoDB: the driver of Node treats an object with _bsontype as a type of BSON':
    'https://github.com/mongodb/js-bson/issues/307',
  'MongoDB: update operators': 'https://github.com/mongodb/specifications/blob/92b3c0b9287b/source/crud/crud.md#L1571',
  'MySQL: a log of failed attempts in a column of 255 characters is an error in strict mode':
    'https://dev.mysql.com/doc/refman/5.7/en/char.html',
  'MySQL: collations that ignore accents': 'https://docs.oracle.com/cd/E17952_01/mysql-9.4-en/charset-collation-names.html',
  'MySQL: DECIMAL(10,2)': 'https://dev.mysql.com/doc/refman/8.0/en/precision-math-rounding.html',
  'MySQL: JSON columns': 'https://dev.mysql.com/doc/refman/5.7/en/json.html',
  'MySQL: PAD SPACE collations ignore spaces at the end': 'https://dev.mysql.com/doc/refman/9.5/en/char.html',
  'MySQL: UNSIGNED columns in non-strict mode': 'https://dev.mysql.com/doc/refman/8.0/en/out-of-range-and-overflow.html',
  'MySQL: utf8mb4_0900_ai_ci ignores accents': 'https://docs.oracle.com/cd/E17952_01/mysql-9.4-en/charset-collation-names.html',
  'MySQL: utf8mb4_0900_ai_ci ignores case': 'https://docs.oracle.com/cd/E17952_01/mysql-9.4-en/charset-collation-names.html',
  'MySQL: VARCHAR(255) cuts a text in non-strict mode': 'https://dev.mysql.com/doc/refman/5.7/en/char.html',
  'Oracle: an empty text is NULL':
    'https://www.ibm.com/docs/en/SSNW2F_5.2.1/com.ibm.p8.ce.dev.ce.doc/database_engine_differences.htm',
  'Oracle: VARCHAR2(4000)': 'https://github.com/oracle/node-oracledb/blob/b7d957d6720c/doc/src/api_manual/connection.rst#L1182',
  'PostgreSQL: array_agg with DISTINCT': 'https://github.com/postgres/postgres/blob/dbbca2cf299b/src/backend/executor/nodeAgg.c',
  'PostgreSQL: identifiers of 63 bytes': 'https://github.com/postgres/postgres/blob/3436c5e28374/src/include/pg_config_manual.h',
  'PostgreSQL: inet': 'https://github.com/postgres/postgres/blob/c1266562feeb/src/backend/utils/adt/network.c',
  'PostgreSQL: jsonb_array_elements_text':
    'https://github.com/postgres/postgres/blob/50e6eb731d98/src/backend/utils/adt/jsonfuncs.c',
  'PostgreSQL: timestamptz': 'https://github.com/postgres/postgres/blob/ee9430044664/src/backend/utils/adt/timestamp.c',
  'PostgreSQL: to_json of a timestamp': 'https://github.com/postgres/postgres/blob/ee9430044664/src/backend/utils/adt/json.c',
  'PostgreSQL: uuid': 'https://github.com/postgres/postgres/blob/4bc424b96805/src/backend/utils/adt/uuid.c',
  'Redis: KEYS reads *': 'https://github.com/redis/redis-doc/blob/1044224477fc/commands/keys.md#L22',
  'SQL Server: collations ignore case, by default':
    'https://github.com/MicrosoftDocs/sql-docs/blob/live/docs/relational-databases/collations/set-or-change-the-server-collation.md',
  'SQL Server: TRY_CAST to DECIMAL(38)':
    'https://learn.microsoft.com/cs-cz/previous-versions/sql/sql-server-2012/hh974669(v=sql.110)',
}
