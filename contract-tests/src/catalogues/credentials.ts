import type { CatalogueEntry } from './catalogue.ts'
import { replaceCharacter, replaceMiddle, toBase64, toPercentEncoding } from './rewrite-text.ts'

/** A way to send a valid key that the source document does not have, so that the key counts as invalid (sections 5.1 and 5.4). */
export interface CredentialForm extends CatalogueEntry {
  /** Continues the words "a key …". */
  readonly description: string
  /** Writes the header Authorization. */
  readonly write: (key: string) => string
  /** The statuses that a server may respond with. @default 401 alone */
  readonly statuses?: readonly number[]
}

/**
 * The forms in which some servers accept a key after the scheme Bearer. Where several values count as malformed for some
 * servers (RFC 6750, section 3.1: invalid_request), 400 is also a refusal.
 */
export const credentialForms: readonly CredentialForm[] = [
  {
    id: 'first-character',
    kind: 'character',
    description: 'with another first character',
    source: 'CWE-187: a comparison that skips a prefix such as wfk_',
    write: (key) => `Bearer ${replaceCharacter(key.slice(0, 1))}${key.slice(1)}`,
  },
  {
    id: 'middle-character',
    kind: 'character',
    description: 'with another character in its middle',
    source: 'CWE-187: a comparison of the beginning and the end, as logs mask keys',
    write: (key) => `Bearer ${replaceMiddle(key).value}`,
  },
  {
    id: 'character-before',
    kind: 'character',
    description: 'with a character before it',
    source: 'JavaScript: header.endsWith(key); SQL: token LIKE with % before the key',
    write: (key) => `Bearer x${key}`,
  },
  {
    id: 'without-first-character',
    kind: 'character',
    description: 'without its first character',
    source: 'JavaScript: key.endsWith(token)',
    write: (key) => `Bearer ${key.slice(1)}`,
  },
  {
    id: 'percent-encoded',
    kind: 'encoded',
    description: 'in percent-encoding',
    source: 'PHP: urldecode; Python: urllib.parse.unquote',
    write: (key) => `Bearer ${toPercentEncoding(key)}`,
  },
  {
    id: 'double-quotes',
    kind: 'delimited',
    description: 'in double quotes',
    source: 'RFC 9110, section 5.6.4: quoted strings; Python: email.utils.unquote',
    write: (key) => `Bearer "${key}"`,
  },
  {
    id: 'single-quotes',
    kind: 'delimited',
    description: 'in single quotes',
    source: 'Python: str.strip with quotation marks',
    write: (key) => `Bearer '${key}'`,
  },
  {
    id: 'after-comma',
    kind: 'several',
    description: 'after another one and a comma',
    source: 'RFC 9110, section 5.3: values of one header are joined by a comma; Python: header.split(",")[-1]',
    write: (key) => `Bearer wrong-key,${key}`,
  },
  {
    id: 'twice-with-comma',
    kind: 'several',
    description: 'twice, with a comma',
    source:
      'RFC 9110, section 5.3: values of one header are joined by a comma; Rails: HttpAuthentication::Token splits at commas and semicolons, and takes the first part',
    write: (key) => `Bearer ${key},${key}`,
  },
  {
    id: 'joined-header-last',
    kind: 'several',
    description: 'in a second Authorization header that is joined to a first one',
    source: 'RFC 9110, section 5.3: values of one header are joined by a comma; Python: header.split()[-1]',
    write: (key) => `Bearer wrong-key, Bearer ${key}`,
    statuses: [401, 400],
  },
  {
    id: 'joined-header-first',
    kind: 'several',
    description: 'before a second Authorization header that is joined to it',
    source:
      'RFC 9110, section 5.3: values of one header are joined by a comma; Rails: HttpAuthentication::Token splits at commas and semicolons, and takes the first part',
    write: (key) => `Bearer ${key}, Bearer wrong-key`,
    statuses: [401, 400],
  },
  {
    id: 'bearer-twice',
    kind: 'several',
    description: 'after the scheme Bearer twice',
    source: 'Python: header.split()[-1]',
    write: (key) => `Bearer Bearer ${key}`,
    statuses: [401, 400],
  },
  {
    id: 'token-parameter',
    kind: 'delimited',
    description: 'as the parameter token',
    source: 'Rails: HttpAuthentication::Token reads token="…" after Token and Bearer',
    write: (key) => `Bearer token="${key}"`,
  },
  {
    id: 'before-semicolon',
    kind: 'delimited',
    description: 'before a semicolon and a parameter',
    source: 'Rails: HttpAuthentication::Token splits at commas and semicolons, and takes the first part',
    write: (key) => `Bearer ${key};realm=api`,
  },
  {
    id: 'angle-brackets',
    kind: 'delimited',
    description: 'in angle brackets',
    source: 'Python: email.utils.unquote removes angle brackets',
    write: (key) => `Bearer <${key}>`,
  },
  {
    id: 'padding',
    kind: 'character',
    description: 'followed by an equals sign',
    source: 'Node: Buffer.from(text, "base64") ignores padding, and a comparison of the bytes',
    write: (key) => `Bearer ${key}=`,
  },
  {
    id: 'encoded-zero',
    kind: 'character',
    description: 'followed by an encoded zero byte',
    source: 'CWE-158: a string ends at a zero byte; OWASP CRS: a firewall may refuse this text',
    write: (key) => `Bearer ${key}%00`,
    statuses: [401, 400, 403],
  },
  {
    id: 'dot',
    kind: 'character',
    description: 'followed by a dot',
    source: 'RFC 7519, section 3: the parts of a JWT; JavaScript: token.split(".")[0]',
    write: (key) => `Bearer ${key}.`,
  },
  {
    id: 'word-undefined',
    kind: 'pattern',
    description: 'replaced by the word undefined',
    source: 'JavaScript: a variable without a value, put into a template and compared with itself',
    write: () => 'Bearer undefined',
  },
  {
    id: 'word-null',
    kind: 'pattern',
    description: 'replaced by the word null',
    source: 'Java: "Bearer " + null is Bearer null',
    write: () => 'Bearer null',
  },
  ...['%', '*', '.*'].map((pattern) => ({
    id: `pattern-${pattern}`,
    kind: 'pattern',
    description: `replaced by ${pattern}, a pattern for every text`,
    source: 'SQL: LIKE reads %; Redis: KEYS reads *; PCRE: a pattern in place of a comparison',
    write: () => `Bearer ${pattern}`,
  })),
  {
    id: 'base64',
    kind: 'encoded',
    description: 'in base64',
    source: 'RFC 7617, section 2: code for the base64 of Basic that is reused for Bearer',
    write: (key) => `Bearer ${toBase64(key)}`,
  },
  {
    id: 'hexadecimal',
    kind: 'encoded',
    description: 'in hexadecimal',
    source: 'PHP: hex2bin; Python: bytes.fromhex',
    write: (key) => `Bearer ${toPercentEncoding(key).replaceAll('%', '').toLowerCase()}`,
  },
  {
    id: 'sql-condition',
    kind: 'pattern',
    description: 'replaced by a condition of SQL',
    source: 'CWE-89: a query that is joined from texts; OWASP CRS: a firewall may refuse this text',
    write: () => "Bearer ' OR ''='",
    statuses: [401, 400, 403],
  },
  {
    id: 'not-ascii',
    kind: 'character',
    description: 'followed by another character that is not ASCII',
    source: 'RFC 9110, section 5.5: a server that accepts only ASCII treats the request as malformed',
    write: (key) => `Bearer ${key}é`,
    statuses: [401, 400],
  },
  {
    id: 'long',
    kind: 'character',
    description: 'replaced by 1,000 characters',
    source: 'MySQL: a log of failed attempts in a column of 255 characters is an error in strict mode',
    write: () => `Bearer ${'x'.repeat(1000)}`,
  },
]

/** A place other than the header Authorization in which some servers accept a key (section 5.1). */
export interface CredentialPlace {
  readonly kind: 'header' | 'cookie' | 'query' | 'body'
  readonly name: string
  /** Why a server may have the defect, in the form of the sources of `CatalogueEntry`. */
  readonly source: string
  /** Whether the scheme Bearer is before the key. @default false */
  readonly hasScheme?: boolean
}

/** The places in which some servers accept a key, although the source document names only the header Authorization. */
export const credentialPlaces: readonly CredentialPlace[] = [
  { kind: 'header', name: 'x-api-key', source: 'AWS API Gateway: API keys; FastAPI: APIKeyHeader' },
  { kind: 'header', name: 'api-key', source: 'Azure OpenAI: the key of a resource' },
  { kind: 'header', name: 'apikey', source: 'Kong: plugin key-auth' },
  {
    kind: 'header',
    name: 'x-auth-token',
    source: 'OpenStack: the token of Keystone; Spring Session: HeaderHttpSessionIdResolver',
  },
  { kind: 'header', name: 'x-access-token', source: 'Express: tutorials about jsonwebtoken' },
  { kind: 'header', name: 'x-authorization', source: 'ThingsBoard: the token of its REST API', hasScheme: true },
  {
    kind: 'header',
    name: 'x-forwarded-authorization',
    source: 'Google ESPv2: the value of Authorization before the proxy replaces it',
    hasScheme: true,
  },
  { kind: 'header', name: 'proxy-authorization', source: 'RFC 9110, section 11.7.2: credentials for a proxy', hasScheme: true },
  { kind: 'cookie', name: 'api_key', source: 'OpenAPI: apiKey in cookie' },
  { kind: 'cookie', name: 'token', source: 'express-jwt: getToken may read a cookie' },
  { kind: 'cookie', name: 'access_token', source: 'FastAPI: tutorials about OAuth2 in a cookie' },
  {
    kind: 'query',
    name: 'access_token',
    source: 'RFC 6750, section 2.3: a query parameter; passport-http-bearer: accepted by default',
  },
  { kind: 'query', name: 'api_key', source: 'OpenAPI: apiKey in query' },
  { kind: 'query', name: 'apikey', source: 'Kong: plugin key-auth, by default' },
  { kind: 'query', name: 'api_token', source: 'Laravel: TokenGuard, by default' },
  { kind: 'query', name: 'auth_token', source: 'Devise before 3.1: TokenAuthenticatable, by default' },
  { kind: 'query', name: 'key', source: 'Google APIs: the parameter key of every method' },
  { kind: 'query', name: 'token', source: 'GitLab: triggers of a pipeline; Jenkins: builds that are triggered remotely' },
  { kind: 'body', name: 'apiKey', source: 'Bugsnag: the key of a project is a member of each report' },
  { kind: 'body', name: 'api_key', source: 'PostHog: the key of a project is a member of each event' },
  { kind: 'body', name: 'key', source: 'Mandrill: the key is a member of each request' },
  { kind: 'body', name: 'token', source: 'Slack: methods of the Web API' },
  {
    kind: 'body',
    name: 'access_token',
    source: 'RFC 6750, section 2.2: a form parameter; passport-http-bearer: accepted by default',
  },
]
