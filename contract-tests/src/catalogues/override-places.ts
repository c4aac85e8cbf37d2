/** A place of a request in which some servers read a value that the key, the path or the body decides. */
export interface OverridePlace {
  readonly kind: 'header' | 'cookie' | 'query' | 'body'
  readonly name: string
  /** Why a server may have the defect, in the form of the sources of `CatalogueEntry`. */
  readonly source: string
}

/** The places that may override the organization of a key (section 5.3) in a server with several tenants. */
export const organizationPlaces: readonly OverridePlace[] = [
  {
    kind: 'query',
    name: 'orgId',
    source: 'Grafana: the parameter orgId; Laravel: $request->orgId reads the query before the path',
  },
  { kind: 'query', name: 'org_id', source: 'Laravel: $request->org_id reads the query before the path' },
  { kind: 'query', name: 'org', source: 'InfluxDB 2: the parameter org' },
  { kind: 'query', name: 'organization', source: 'Auth0: the parameter organization' },
  {
    kind: 'query',
    name: 'organizationId',
    source: 'Better Auth: the parameter organizationId before the organization of the session',
  },
  { kind: 'query', name: 'tenant', source: 'Stancl Tenancy: InitializeTenancyByRequestData, by default' },
  { kind: 'query', name: 'tenantId', source: 'Flowable: the parameter tenantId' },
  { kind: 'query', name: '__tenant', source: 'ABP Framework: QueryStringTenantResolveContributor' },
  { kind: 'header', name: 'x-org-id', source: 'JumpCloud: the organization of an administrator of several' },
  {
    kind: 'header',
    name: 'x-scope-orgid',
    source: 'Grafana Mimir: the tenant of a request; Grafana Loki: the tenant of a request',
  },
  {
    kind: 'header',
    name: 'x-organization-id',
    source: 'CWE-807: the organization from a header that a gateway is supposed to set',
  },
  { kind: 'header', name: 'x-organization', source: 'CWE-807: the organization from a header that a gateway is supposed to set' },
  { kind: 'header', name: 'openai-organization', source: 'OpenAI: clients with several organizations' },
  { kind: 'header', name: 'x-tenant', source: 'Stancl Tenancy: InitializeTenancyByRequestData, by default' },
  { kind: 'header', name: 'x-tenant-id', source: 'Hibernate: tutorials about CurrentTenantIdentifierResolver' },
  { kind: 'header', name: '__tenant', source: 'ABP Framework: HeaderTenantResolveContributor' },
  { kind: 'cookie', name: 'orgId', source: 'CWE-565: a console that remembers the organization in a cookie' },
  { kind: 'cookie', name: 'active_organization', source: 'CWE-565: a console that remembers the organization in a cookie' },
  { kind: 'cookie', name: '__tenant', source: 'ABP Framework: CookieTenantResolveContributor' },
  { kind: 'body', name: 'orgId', source: 'CWE-915: the organization of a record is filled from the body' },
  { kind: 'body', name: 'organization', source: 'CWE-915: the organization of a record is filled from the body' },
  {
    kind: 'body',
    name: 'organizationId',
    source: 'Better Auth: the member organizationId before the organization of the session',
  },
  { kind: 'body', name: 'tenantId', source: 'Flowable: the member tenantId of a request' },
]

/** The places that may override the environment profile of a key (section 5.3). */
export const environmentPlaces: readonly OverridePlace[] = [
  {
    kind: 'query',
    name: 'environment',
    source: 'Sentry: the parameter environment',
  },
  { kind: 'query', name: 'env', source: 'LaunchDarkly: the parameter env' },
  { kind: 'query', name: 'profile', source: 'CWE-639: the profile from the query, as in the links of a console' },
  { kind: 'query', name: 'stage', source: 'CWE-639: the stage from the query, as in the links of a console' },
  { kind: 'header', name: 'x-environment', source: 'DatoCMS: the environment of a request' },
  { kind: 'header', name: 'x-env', source: 'CWE-807: the environment from a header that a gateway is supposed to set' },
  { kind: 'header', name: 'x-profile', source: 'CWE-807: the profile from a header that a gateway is supposed to set' },
  { kind: 'header', name: 'x-stage', source: 'CWE-807: the stage from a header that a gateway is supposed to set' },
  { kind: 'cookie', name: 'environment', source: 'CWE-565: a console that remembers the environment in a cookie' },
  { kind: 'cookie', name: 'env', source: 'CWE-565: a console that remembers the environment in a cookie' },
  { kind: 'body', name: 'environment', source: 'CWE-915: the environment of a record is filled from the body' },
  { kind: 'body', name: 'env', source: 'CWE-915: the environment of a record is filled from the body' },
  { kind: 'body', name: 'profile', source: 'CWE-915: the profile of a record is filled from the body' },
]

/** The places that may override the workflow in the path of a run (section 4.1). */
export const workflowPlaces: readonly OverridePlace[] = [
  { kind: 'query', name: 'flowId', source: 'Laravel: $request->flowId reads the query before the path' },
  { kind: 'query', name: 'flow_id', source: 'Laravel: $request->flow_id reads the query before the path' },
  { kind: 'query', name: 'id', source: 'Laravel: $request->id reads the query before the path' },
  { kind: 'query', name: 'workflowId', source: 'Laravel: $request->workflowId reads the query before the path' },
  { kind: 'header', name: 'x-flow-id', source: 'CWE-807: the workflow from a header that a gateway is supposed to set' },
  { kind: 'header', name: 'x-workflow-id', source: 'CWE-807: the workflow from a header that a gateway is supposed to set' },
  { kind: 'cookie', name: 'flowId', source: 'CWE-565: a console that remembers the workflow in a cookie' },
  {
    kind: 'body',
    name: 'flowId',
    source:
      'Echo: Bind writes members of the body over parameters of the path; Laravel: $request->flowId reads the body before the path',
  },
  { kind: 'body', name: 'flow_id', source: 'Echo: Bind writes members of the body over parameters of the path' },
  { kind: 'body', name: 'workflowId', source: 'Echo: Bind writes members of the body over parameters of the path' },
]

/** The places that may override the path of a request. Their value is a path. */
export const pathPlaces: readonly OverridePlace[] = [
  { kind: 'header', name: 'x-original-url', source: 'Symfony: headers of IIS, before CVE-2018-14773' },
  { kind: 'header', name: 'x-rewrite-url', source: 'Symfony: headers of IIS, before CVE-2018-14773' },
]

/** The places that may override the mode of a run (section 4.1). */
export const modePlaces: readonly OverridePlace[] = [
  { kind: 'query', name: 'mode', source: 'Rails: params prefers the query to the body' },
  { kind: 'header', name: 'x-mode', source: 'CWE-807: the mode from a header that a gateway is supposed to set' },
  { kind: 'header', name: 'x-run-mode', source: 'CWE-807: the mode from a header that a gateway is supposed to set' },
  { kind: 'cookie', name: 'mode', source: 'CWE-565: a console that remembers the mode in a cookie' },
]

/** The places that may override the method of a POST. */
export const methodPlaces: readonly OverridePlace[] = [
  {
    kind: 'header',
    name: 'x-http-method-override',
    source: 'method-override: for each POST, by default; Symfony: Request::getMethod',
  },
  { kind: 'header', name: 'x-http-method', source: 'method-override: the header of Microsoft' },
  { kind: 'header', name: 'x-method-override', source: 'method-override: the header of IBM' },
  { kind: 'query', name: '_method', source: 'Laravel: Request::enableHttpMethodParameterOverride, by default' },
]

/** Headers in which a proxy sends the identity of the client. A server without a proxy must not trust them. */
export const identityHeaders: readonly (Omit<OverridePlace, 'kind'> & { readonly value: string })[] = [
  { name: 'x-forwarded-user', value: 'admin', source: 'oauth2-proxy: the user of a session' },
  { name: 'x-remote-user', value: 'admin', source: 'Kubernetes: authenticating proxy' },
  { name: 'remote-user', value: 'admin', source: 'Authelia: the user of a session' },
  { name: 'x-authenticated-userid', value: '1', source: 'Kong: plugin oauth2' },
  { name: 'x-consumer-username', value: 'admin', source: 'Kong: the consumer of a key; APISIX: the consumer of a key' },
  { name: 'x-user-id', value: '1', source: 'CWE-290: a header that a gateway is supposed to set' },
  {
    name: 'x-ssl-client-verify',
    value: 'SUCCESS',
    source: 'nginx: the result of client certificates, as configurations pass it',
  },
  {
    name: 'x-goog-authenticated-user-email',
    value: 'accounts.google.com:admin@example.org',
    source: 'Google: Identity-Aware Proxy',
  },
  { name: 'x-ms-client-principal-name', value: 'admin@example.org', source: 'Azure: App Service authentication' },
  { name: 'cf-access-authenticated-user-email', value: 'admin@example.org', source: 'Cloudflare: Access' },
  { name: 'x-forwarded-for', value: '127.0.0.1', source: 'Express: trust proxy; CWE-291: rules for local addresses' },
  {
    name: 'x-real-ip',
    value: '127.0.0.1',
    source: 'nginx: the address of the client, as configurations pass it; CWE-291: rules for local addresses',
  },
  { name: 'true-client-ip', value: '127.0.0.1', source: 'Akamai: the address of the client; CWE-291: rules for local addresses' },
  {
    name: 'forwarded',
    value: 'for=127.0.0.1',
    source: 'RFC 7239, section 5.2: the address of the client; CWE-291: rules for local addresses',
  },
  { name: 'x-internal-request', value: 'true', source: 'CWE-290: services that call each other without a key' },
  {
    name: 'x-middleware-subrequest',
    value: 'middleware:middleware:middleware:middleware:middleware',
    source: 'Next.js: the header of a request that has passed the middleware, before CVE-2025-29927',
  },
  { name: 'x-debug', value: '1', source: 'CWE-489: a switch for developers' },
]
