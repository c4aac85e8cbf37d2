/** The documents whose sections are sources. Their claims name a section. */
const documents = [/^RFC \d{4}, section \d+(\.\d+)*$/, /^JSON-RPC 2\.0, section \d$/, /^XML 1\.[01], section \d+\.\d+$/]

/** Lists of weaknesses and vulnerabilities: https://cwe.mitre.org and https://www.cve.org. */
const lists = [/^CWE-\d+$/, /^CVE-\d{4}-\d+$/]

const formats = 'JSON-LD 1.1, JSON5, OpenAPI, ProtoJSON, WHATWG URL, XPath 1.0, YAML 1.1, YAML 1.2'

const languages = 'Bash, C, Go, Java, JavaScript, Linux, Lua, Node, PHP, Python, Ruby, SQL, Windows, .NET'

const databases = `DynamoDB, Elasticsearch, InfluxDB, MariaDB, Memcached, MongoDB, MongoDB Extended JSON, MySQL, Oracle, PostgreSQL,
  Redis, SQL Server, SQLite`

const frameworks = `ABP Framework, Django, Django REST framework, Echo, Express, FastAPI, Fastify, Feathers, Hibernate, Laravel,
  NestJS, Next.js, Rack, Rails, Sinatra, Spring, Spring Session, Stancl Tenancy, Symfony, WordPress, Yaf`

const gateways = `AWS API Gateway, AWS Lambda, Akamai, Apache, APISIX, Authelia, Azure, Azure Logic Apps, Cloudflare, Google,
  Google ESPv2, Kong, Kubernetes, OWASP CRS, nginx, oauth2-proxy, uWSGI`

const libraries = `Apollo, Better Auth, body-parser, camelcase-keys, cJSON, class-transformer, curl, Devise, DOMPurify, dotenv,
  dotenv-expand, EJS, ERB, express-jwt, express-mongo-sanitize, express-validator, fast-xml-parser, git, Gson, Handlebars, Hashie,
  html-react-parser, humps, ICU, Jackson, Jinja, jquery-serializeJSON, json-bigint, json-schema-ref-parser, jsonc-parser,
  lodash, Logback, markdown-it, markdown-it-emoji, method-override, mixin-deep, Newtonsoft.Json, node-postgres,
  passport-http-bearer, PCRE, Presidio, Protocol Buffers, pydantic, PyYAML, qs, secure-json-parse, System.Text.Json, twemoji,
  Unidecode, validator.js, xss`

const services = `Auth0, Azure OpenAI, Bugsnag, DatoCMS, Flowable, GitLab, Google APIs, Grafana, Grafana Loki, Grafana Mimir,
  Jenkins, JumpCloud, LaunchDarkly, Mandrill, OpenAI, OpenStack, PostHog, Sentry, Slack, ThingsBoard`

const names = [formats, languages, databases, frameworks, gateways, libraries, services].flatMap((list) => list.split(/,\s+/))

/**
 * Finds what is wrong with the form of a source. A source is a list of claims, separated by semicolons. Each claim names a
 * section of a document, a weakness or a program, and after a colon what that states or does.
 */
export function findSourceProblem(source: string): string | undefined {
  const problems = listClaims(source).map(findClaimProblem)
  return problems.find((problem) => problem !== undefined)
}

/** Lists the claims of a source. */
export function listClaims(source: string): readonly string[] {
  return source.split('; ')
}

/** Whether a claim names a section of a document, a weakness or a vulnerability, which is evidence in itself. */
export function isSection(claim: string): boolean {
  const name = claim.split(': ')[0] ?? ''
  return [...documents, ...lists].some((form) => form.test(name))
}

function findClaimProblem(claim: string): string | undefined {
  const { behaviour, name } = /^(?<name>[^:]+): (?<behaviour>\S.*)$/.exec(claim)?.groups ?? {}
  if (name === undefined || behaviour === undefined) return `"${claim}" is not a name and a behaviour with ": " between them`

  if (isSection(claim)) return undefined

  const program = name.replace(/ (before )?\d+(\.\d+)*$/, '')
  const isKnown = names.includes(name) || names.includes(program)
  return isKnown ? undefined : `"${name}" is neither a section of a document nor a program in find-source-problem.ts`
}
