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
    source: 'a comparison that skips a prefix such as wfk_',
    write: (key) => `Bearer ${replaceCharacter(key.slice(0, 1))}${key.slice(1)}`,
  },
  {
    id: 'middle-character',
    kind: 'character',
    description: 'with another character in its middle',
    source: 'a comparison of the beginning and the end, as logs mask keys',
    write: (key) => `Bearer ${replaceMiddle(key).value}`,
  },
  {
    id: 'character-before',
    kind: 'character',
    description: 'with a character before it',
    source: "SQL: token LIKE CONCAT('%', key); JavaScript: String.endsWith",
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
    source: 'RFC 9110, section 5.6.4: libraries that unquote parameters',
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
    source: 'RFC 9110, section 5.3: values of one header are joined by a comma',
    write: (key) => `Bearer wrong-key,${key}`,
  },
  {
    id: 'twice-with-comma',
    kind: 'several',
    description: 'twice, with a comma',
    source: 'RFC 9110, section 5.3: values of one header are joined by a comma',
    write: (key) => `Bearer ${key},${key}`,
  },
  {
    id: 'joined-header-last',
    kind: 'several',
    description: 'in a second Authorization header that is joined to a first one',
    source: 'RFC 9110, section 5.3; Go: Header.Values; Java: getHeaders; gateways that join headers',
    write: (key) => `Bearer wrong-key, Bearer ${key}`,
    statuses: [401, 400],
  },
  {
    id: 'joined-header-first',
    kind: 'several',
    description: 'before a second Authorization header that is joined to it',
    source: 'RFC 9110, section 5.3; JavaScript: header.split(",")[0]',
    write: (key) => `Bearer ${key}, Bearer wrong-key`,
    statuses: [401, 400],
  },
  {
    id: 'bearer-twice',
    kind: 'scheme',
    description: 'after the scheme Bearer twice',
    source: 'Python: header.split()[-1]; clients that add Bearer to a value that has it',
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
    source: 'parsers of Content-Type that are reused: value.split(";")[0]',
    write: (key) => `Bearer ${key};realm=api`,
  },
  {
    id: 'angle-brackets',
    kind: 'delimited',
    description: 'in angle brackets',
    source: 'documentation that shows <API_KEY>, and servers that remove the brackets',
    write: (key) => `Bearer <${key}>`,
  },
  {
    id: 'padding',
    kind: 'character',
    description: 'followed by an equals sign',
    source: 'Node: Buffer.from(text, "base64") ignores padding, and comparisons of the bytes',
    write: (key) => `Bearer ${key}=`,
  },
  {
    id: 'encoded-zero',
    kind: 'character',
    description: 'followed by an encoded zero byte',
    source: 'C: strings end at a zero byte; CWE-158. A firewall may refuse this text',
    write: (key) => `Bearer ${key}%00`,
    statuses: [401, 400, 403],
  },
  {
    id: 'dot',
    kind: 'character',
    description: 'followed by a dot',
    source: 'JWT libraries that split at dots',
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
    source: 'a column that is NULL, read as a text',
    write: () => 'Bearer null',
  },
  ...['%', '*', '.*'].map((pattern) => ({
    id: `pattern-${pattern}`,
    kind: 'pattern',
    description: `replaced by ${pattern}, a pattern for every text`,
    source: 'SQL: LIKE; globs and regular expressions in place of a comparison',
    write: () => `Bearer ${pattern}`,
  })),
  {
    id: 'base64',
    kind: 'encoded',
    description: 'in base64',
    source: 'RFC 7617: code for Basic that is reused for Bearer',
    write: (key) => `Bearer ${toBase64(key)}`,
  },
  {
    id: 'hexadecimal',
    kind: 'encoded',
    description: 'in hexadecimal',
    source: 'stores that keep keys as bytes',
    write: (key) => `Bearer ${toPercentEncoding(key).replaceAll('%', '').toLowerCase()}`,
  },
  {
    id: 'sql-condition',
    kind: 'pattern',
    description: 'replaced by a condition of SQL',
    source: 'CWE-89. A firewall may refuse this text, and the API may refuse it as malformed',
    write: () => "Bearer ' OR ''='",
    statuses: [401, 400, 403],
  },
  {
    id: 'not-ascii',
    kind: 'character',
    description: 'followed by another character that is not ASCII',
    source: 'RFC 9110, section 5.5: for a server that accepts only ASCII, the request is malformed',
    write: (key) => `Bearer ${key}é`,
    statuses: [401, 400],
  },
  {
    id: 'long',
    kind: 'character',
    description: 'replaced by 1,000 characters',
    source: 'a column of 255 characters, and an error in place of a refusal',
    write: () => `Bearer ${'x'.repeat(1000)}`,
  },
]

/** A place other than the header Authorization in which some servers accept a key (section 5.1). */
export interface CredentialPlace {
  readonly kind: 'header' | 'cookie' | 'query' | 'body'
  readonly name: string
  /** The RFC, or the library with its behaviour, from which a server may have the defect. */
  readonly source: string
  /** Whether the scheme Bearer is before the key. @default false */
  readonly hasScheme?: boolean
}

/** The places in which some servers accept a key, although the source document names only the header Authorization. */
export const credentialPlaces: readonly CredentialPlace[] = [
  { kind: 'header', name: 'x-api-key', source: 'AWS API Gateway, and FastAPI with APIKeyHeader' },
  { kind: 'header', name: 'api-key', source: 'Azure OpenAI' },
  { kind: 'header', name: 'apikey', source: 'Kong: plugin key-auth' },
  { kind: 'header', name: 'x-auth-token', source: 'OpenStack, and Spring Session' },
  { kind: 'header', name: 'x-access-token', source: 'Express: many tutorials about JWT' },
  { kind: 'header', name: 'x-authorization', source: 'gateways that keep Authorization for themselves', hasScheme: true },
  { kind: 'header', name: 'x-forwarded-authorization', source: 'proxies that move the header', hasScheme: true },
  { kind: 'header', name: 'proxy-authorization', source: 'RFC 9110, section 11.7.2', hasScheme: true },
  { kind: 'cookie', name: 'api_key', source: 'OpenAPI: apiKey in cookie' },
  { kind: 'cookie', name: 'token', source: 'express-jwt with getToken' },
  { kind: 'cookie', name: 'access_token', source: 'websites that keep the token of OAuth in a cookie' },
  { kind: 'query', name: 'access_token', source: 'RFC 6750, section 2.3; passport-http-bearer accepts it by default' },
  { kind: 'query', name: 'api_key', source: 'OpenAPI: apiKey in query' },
  { kind: 'query', name: 'apikey', source: 'Kong: plugin key-auth' },
  { kind: 'query', name: 'api_token', source: 'Laravel: guard token' },
  { kind: 'query', name: 'auth_token', source: 'Devise: token authentication' },
  { kind: 'query', name: 'key', source: 'Google APIs' },
  { kind: 'query', name: 'token', source: 'webhooks that carry their secret in the URL' },
  { kind: 'body', name: 'apiKey', source: 'clients that send settings with the body' },
  { kind: 'body', name: 'api_key', source: 'the same, in snake case' },
  { kind: 'body', name: 'key', source: 'the same, short' },
  { kind: 'body', name: 'token', source: 'Slack: methods of the Web API' },
  { kind: 'body', name: 'access_token', source: 'RFC 6750, section 2.2; passport-http-bearer accepts it by default' },
]
