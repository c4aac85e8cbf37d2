import type { PagesByClaim } from './pages-by-claim.ts'

/** Pages about libraries and tools. */
export const libraryPages: PagesByClaim = {
  'Apollo: removeTypenameFromVariables':
    'https://github.com/apollographql/apollo-client/blob/54084bc22e92/src/link/remove-typename/removeTypenameFromVariables.ts#L27',
  'body-parser: an empty body is {}': 'https://github.com/expressjs/body-parser/blob/b1f3d588c5dc/lib/types/json.js#L77',
  'body-parser: strict set to false': 'https://github.com/expressjs/body-parser/blob/b1f3d588c5dc/README.md#L114',
  'camelcase-keys: each name': 'https://github.com/sindresorhus/camelcase-keys/blob/6a35bb190a49/readme.md#L14',
  'cJSON: cJSON_Parse ends at a zero byte': 'https://github.com/DaveGamble/cJSON/blob/a29814f285cc/cJSON.c#L1136',
  'class-transformer: excludePrefixes': 'https://github.com/typestack/class-transformer/blob/69cd8ccbc672/README.md#L571',
  'curl: @ before the name of a file': 'https://github.com/curl/curl/blob/5c61e168698a/docs/cmdline-opts/data.md#L45',
  'DOMPurify: sanitize': 'https://github.com/cure53/DOMPurify/blob/1fa97e8f0b67/src/purify.ts#L593',
  'dotenv-expand: expand': 'https://github.com/motdotla/dotenv-expand/blob/0d8c9260deaa/README.md#L7',
  'dotenv: values in quotes': 'https://github.com/motdotla/dotenv/blob/2fc7eac8ad77/README.md#L435',
  'EJS: <%= %>': 'https://github.com/mde/ejs/blob/2c41365ca042/README.md#L61',
  'express-mongo-sanitize: names with $ are removed':
    'https://github.com/fiznool/express-mongo-sanitize/blob/5a94a5fe7a0f/README.md#L12',
  'express-mongo-sanitize: replaceWith': 'https://github.com/fiznool/express-mongo-sanitize/blob/5a94a5fe7a0f/README.md#L17',
  'express-validator: escape':
    'https://github.com/express-validator/express-validator/blob/b05efad51c9c/docs/api/validator/_sanitizers.md#L7',
  'fast-xml-parser: #text is the text of an element':
    'https://github.com/NaturalIntelligence/fast-xml-parser/blob/7d608151078d/docs/v4%2C%20v5/2.XMLparseOptions.md#L1335',
  'fast-xml-parser: an element that occurs once':
    'https://github.com/NaturalIntelligence/fast-xml-parser/blob/7d608151078d/docs/v4%2C%20v5/2.XMLparseOptions.md#L590',
  'fast-xml-parser: removeNSPrefix':
    'https://github.com/NaturalIntelligence/fast-xml-parser/blob/7d608151078d/docs/v4%2C%20v5/2.XMLparseOptions.md#L1017',
  'git: a part of an id is enough': 'https://github.com/git/git/blob/1a3e64c6c4a6/Documentation/revisions.adoc#L16',
  'git: autocrlf': 'https://github.com/git/git/blob/1a3e64c6c4a6/Documentation/config/core.adoc#L223',
  'Gson: JsonReader.setLenient':
    'https://github.com/google/gson/blob/9835b6f90192/gson/src/main/java/com/google/gson/stream/JsonReader.java#L374',
  'Gson: JsonReader.setLenient, for the non-execute prefix':
    'https://github.com/google/gson/blob/9835b6f90192/gson/src/main/java/com/google/gson/stream/JsonReader.java#L378',
  'Gson: nulls are left out, by default':
    'https://github.com/google/gson/blob/9835b6f90192/gson/src/main/java/com/google/gson/GsonBuilder.java#L99',
  'Handlebars: {{}}': 'https://github.com/handlebars-lang/handlebars.js/blob/13a7a679910d/lib/handlebars/utils.js#L66',
  'Hashie: a method of Mash comes before a member of the same name':
    'https://github.com/hashie/hashie/blob/fde8e03a0a19/README.md#L540',
  'html-react-parser: attributesToProps': 'https://github.com/remarkablemark/html-react-parser/blob/d6a429c42bba/README.md#L305',
  'humps: camelizeKeys': 'https://github.com/domchristie/humps/blob/f64c539a165f/README.md#L24',
  'humps: decamelizeKeys': 'https://github.com/domchristie/humps/blob/f64c539a165f/README.md#L36',
  'Jackson 2: FAIL_ON_TRAILING_TOKENS is off':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/DeserializationFeature.java#L273',
  'Jackson: ACCEPT_CASE_INSENSITIVE_ENUMS':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/MapperFeature.java#L486',
  'Jackson: ACCEPT_EMPTY_STRING_AS_NULL_OBJECT':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/DeserializationFeature.java#L407',
  'Jackson: ACCEPT_SINGLE_VALUE_AS_ARRAY':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/DeserializationFeature.java#L357',
  'Jackson: activateDefaultTyping':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/ObjectMapper.java#L1987',
  'Jackson: ALLOW_COERCION_OF_SCALARS':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/MapperFeature.java#L580',
  'Jackson: an enum by its ordinal':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/DeserializationFeature.java#L139',
  'Jackson: byte[]':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/deser/std/PrimitiveArrayDeserializers.java#L475',
  'Jackson: Include.NON_EMPTY':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/ser/PropertyBuilder.java#L206',
  'Jackson: Include.NON_NULL':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/ser/PropertyBuilder.java#L215',
  'Jackson: JsonParser returns members before the body ends':
    'https://github.com/FasterXML/jackson-core/blob/b367da1c30a2/README.md#L3',
  'Jackson: PropertyNamingStrategies':
    'https://github.com/FasterXML/jackson-databind/blob/3ff375f6cafa/src/main/java/com/fasterxml/jackson/databind/PropertyNamingStrategies.java#L18',
  'Jinja: data.NAME is a method of a dictionary': 'https://github.com/pallets/jinja/blob/5ef70112a1ff/docs/templates.rst#L113',
  'Jinja: {{}}': 'https://github.com/pallets/jinja/blob/5ef70112a1ff/docs/templates.rst#L106',
  'jquery-serializeJSON: name:type': 'https://github.com/marioizquierdo/jquery.serializeJSON/blob/8a2f2cfebd92/README.md#L133',
  'json-bigint: storeAsString': 'https://github.com/sidorares/json-bigint/blob/8208aa1352eb/README.md#L93',
  'json-schema-ref-parser: dereference': 'https://github.com/APIDevTools/json-schema-ref-parser/blob/117061bf2639/README.md#L59',
  'JSON5: parse': 'https://github.com/json5/json5/blob/b935d4a280ea/README.md#L44',
  'jsonc-parser: fault-tolerant parse': 'https://github.com/microsoft/node-jsonc-parser/blob/5f6bd18a519e/README.md#L99',
  'lodash: compact': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L6966',
  'lodash: flattenDeep': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L7436',
  'lodash: get with a path': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L13216',
  'lodash: isEmpty, for what is missing': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L11578',
  'lodash: set with a path': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L13772',
  'lodash: template': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L14837',
  'lodash: toArray': 'https://github.com/lodash/lodash/blob/9429a4ee0305/lodash.js#L12406',
  'Logback: %replace masks a part of a message':
    'https://github.com/qos-ch/logback/blob/f4c7de4ef41f/logback-classic/src/test/input/joran/pattern/replace0.xml#L8',
  'markdown-it-emoji: codes of emoji': 'https://github.com/markdown-it/markdown-it-emoji/blob/e30efb3c2802/README.md#L7',
  'markdown-it: typographer': 'https://github.com/markdown-it/markdown-it/blob/1e8ab89ca299/src/rules_core/replacements.ts#L3',
  'mixin-deep: names of prototypes are skipped': 'https://github.com/jonschlinkert/mixin-deep/blob/9166566d5e5a/index.js#L8',
  'MongoDB Extended JSON: EJSON.parse': 'https://github.com/mongodb/js-bson/blob/1fc57e4c3cbe/src/extended_json.ts#L88',
  'Newtonsoft.Json: any whole number is a value of an enum':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/Serialization/JsonSerializerInternalReader.cs#L996',
  'Newtonsoft.Json: CamelCasePropertyNamesContractResolver':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/Serialization/CamelCasePropertyNamesContractResolver.cs#L52',
  'Newtonsoft.Json: DateParseHandling':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/Utilities/DateTimeUtils.cs#L351',
  'Newtonsoft.Json: DateParseHandling.DateTime, by default':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/JsonSerializerSettings.cs#L62',
  'Newtonsoft.Json: JsonTextReader, by default':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/JsonTextReader.cs#L1578',
  'Newtonsoft.Json: JsonTextReader, by default, for octal numbers':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/JsonTextReader.cs#L2046',
  'Newtonsoft.Json: JsonTextReader.Read returns false at the end':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/JsonTextReader.cs#L448',
  'Newtonsoft.Json: MetadataPropertyHandling, by default':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/Serialization/JsonSerializerInternalReader.cs#L442',
  'Newtonsoft.Json: references are resolved, by default':
    'https://github.com/JamesNK/Newtonsoft.Json/blob/09bb545d7296/Src/Newtonsoft.Json/Serialization/JsonSerializerInternalReader.cs#L641',
  'node-postgres: bigint is a text': 'https://github.com/brianc/node-pg-types/blob/26bfe645a8dd/README.md#L15',
  'node-postgres: numeric is a text':
    'https://github.com/brianc/node-postgres/blob/c9e57617bc92/docs/pages/features/types.mdx#L11',
  'Presidio: operator mask': 'https://github.com/microsoft/presidio/blob/0aa9f8e44275/docs/anonymizer/index.md#L103',
  'Protocol Buffers: float':
    'https://github.com/protocolbuffers/protocolbuffers.github.io/blob/c42a0a804ac0/content/programming-guides/encoding.md#L231',
  'ProtoJSON: int64':
    'https://github.com/protocolbuffers/protocolbuffers.github.io/blob/c42a0a804ac0/content/programming-guides/json.md#L133',
  'pydantic 2: AnyUrl adds a slash': 'https://github.com/pydantic/pydantic/blob/2151025aa512/docs/migration.md#L858',
  'pydantic: AnyUrl': 'https://github.com/pydantic/pydantic/blob/2151025aa512/docs/migration.md#L856',
  'pydantic: lax mode': 'https://github.com/pydantic/pydantic/blob/2151025aa512/docs/api/standard_library_types.md#L21',
  'PyYAML: safe_load': 'https://github.com/yaml/pyyaml/blob/d51d8a138f72/lib/yaml/constructor.py#L225',
  'qs: arrayLimit 20': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/lib/parse.js#L13',
  'qs: depth 5': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/lib/parse.js#L20',
  'qs: indices of a list': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/README.md',
  'qs: names in brackets': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/README.md#L41',
  'qs: option comma': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/lib/parse.js#L16',
  'qs: parameterLimit 1000': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/lib/parse.js#L24',
  'qs: parse': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/README.md#L41',
  'qs: parse drops an empty name': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/lib/parse.js',
  'qs: parse of a name that occurs once': 'https://github.com/ljharb/qs/blob/3a890d4ecd3d/README.md',
  'secure-json-parse: constructorAction set to remove':
    'https://github.com/fastify/secure-json-parse/blob/aa7555b85eb6/README.md#L50',
  'secure-json-parse: protoAction set to remove': 'https://github.com/fastify/secure-json-parse/blob/aa7555b85eb6/README.md#L50',
  'System.Text.Json: MaxDepth 64':
    'https://github.com/dotnet/runtime/blob/148e208a1821/src/libraries/System.Text.Json/src/System/Text/Json/Reader/JsonReaderOptions.cs',
  'twemoji: U+FE0F is removed from a text without U+200D':
    'https://github.com/twitter/twemoji/blob/2538ae039c1b/scripts/build.js',
  'Unidecode: unidecode': 'https://github.com/avian2/unidecode/blob/ea14dd5de1c1/unidecode/x020.py#L26',
  'validator.js: normalizeEmail': 'https://github.com/validatorjs/validator.js/blob/cdb7dafc281d/README.md#L187',
  'xss: stripIgnoreTagBody': 'https://github.com/leizongmin/js-xss/blob/a302de7ed4fb/README.md#L360',
}
