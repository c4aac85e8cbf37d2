/** A place of a request in which some servers read a value that the key, the path or the body decides. */
export interface OverridePlace {
  readonly kind: 'header' | 'cookie' | 'query' | 'body'
  readonly name: string
  /** The library or the convention from which a server may have the defect. */
  readonly source: string
}

/** The places that may override the organization of a key (section 5.3) in a server with several tenants. */
export const organizationPlaces: readonly OverridePlace[] = [
  { kind: 'query', name: 'orgId', source: 'the path parameter of the organization manifest, read from merged parameters' },
  { kind: 'query', name: 'org_id', source: 'the same, in snake case' },
  { kind: 'query', name: 'org', source: 'consoles that keep the organization in their URL' },
  { kind: 'query', name: 'organization', source: 'Auth0: the parameter organization' },
  { kind: 'query', name: 'organizationId', source: 'consoles that keep the organization in their URL' },
  { kind: 'query', name: 'tenant', source: 'Stancl Tenancy for Laravel: InitializeTenancyByRequestData' },
  { kind: 'query', name: 'tenantId', source: 'resolvers of tenants that try the query first' },
  { kind: 'query', name: '__tenant', source: 'ABP Framework: QueryStringTenantResolveContributor' },
  { kind: 'header', name: 'x-org-id', source: 'gateways that pass the organization to the services behind them' },
  { kind: 'header', name: 'x-scope-orgid', source: 'Grafana Mimir, Loki and Tempo: the tenant of a request' },
  { kind: 'header', name: 'x-organization-id', source: 'the same, with the whole word' },
  { kind: 'header', name: 'x-organization', source: 'the same, without a suffix' },
  { kind: 'header', name: 'openai-organization', source: 'OpenAI: clients with several organizations' },
  { kind: 'header', name: 'x-tenant', source: 'Stancl Tenancy for Laravel: InitializeTenancyByRequestData' },
  { kind: 'header', name: 'x-tenant-id', source: 'Spring: resolvers of tenants for Hibernate' },
  { kind: 'header', name: '__tenant', source: 'ABP Framework: HeaderTenantResolveContributor' },
  { kind: 'cookie', name: 'orgId', source: 'consoles that remember the last organization' },
  { kind: 'cookie', name: 'active_organization', source: 'the same, under another name' },
  { kind: 'cookie', name: '__tenant', source: 'ABP Framework: CookieTenantResolveContributor' },
]

/** The places that may override the environment profile of a key (section 5.3). */
export const environmentPlaces: readonly OverridePlace[] = [
  {
    kind: 'query',
    name: 'environment',
    source: 'consoles that keep the environment in their URL; Sentry: the parameter environment',
  },
  { kind: 'query', name: 'env', source: 'the same, short' },
  { kind: 'query', name: 'profile', source: 'Spring Cloud Config: the profile of a request' },
  { kind: 'query', name: 'stage', source: 'AWS API Gateway: stages' },
  { kind: 'header', name: 'x-environment', source: 'gateways that pass the environment to the services behind them' },
  { kind: 'header', name: 'x-env', source: 'the same, short' },
  { kind: 'header', name: 'x-profile', source: 'the same, with the word of Spring' },
  { kind: 'header', name: 'x-stage', source: 'the same, with the word of API gateways' },
  { kind: 'cookie', name: 'environment', source: 'consoles that remember the last environment' },
  { kind: 'cookie', name: 'env', source: 'the same, short' },
  { kind: 'body', name: 'environment', source: 'an execution that takes its options from the payload' },
  { kind: 'body', name: 'env', source: 'the same, short' },
  { kind: 'body', name: 'profile', source: 'the same, with the word of Spring' },
]

/** The places that may override the workflow in the path of a run (section 4.1). */
export const workflowPlaces: readonly OverridePlace[] = [
  { kind: 'query', name: 'flowId', source: 'Rails, Laravel and ASP.NET: parameters of the path and of the query are merged' },
  { kind: 'query', name: 'flow_id', source: 'the same, in snake case' },
  { kind: 'query', name: 'id', source: 'the same, short' },
  { kind: 'query', name: 'workflowId', source: 'the same, with the whole word' },
  { kind: 'header', name: 'x-flow-id', source: 'gateways that pass parameters to the services behind them' },
  { kind: 'header', name: 'x-workflow-id', source: 'the same, with the whole word' },
  { kind: 'cookie', name: 'flowId', source: 'consoles that remember the last workflow' },
  { kind: 'body', name: 'flowId', source: 'PHP: $_REQUEST; Rails: params has the members of the body' },
  { kind: 'body', name: 'flow_id', source: 'the same, in snake case' },
  { kind: 'body', name: 'workflowId', source: 'the same, with the whole word' },
]

/** The places that may override the path of a request. Their value is a path. */
export const pathPlaces: readonly OverridePlace[] = [
  { kind: 'header', name: 'x-original-url', source: 'Symfony and Zend before CVE-2018-14773: headers of IIS' },
  { kind: 'header', name: 'x-rewrite-url', source: 'Symfony and Zend before CVE-2018-14773: headers of IIS' },
]

/** The places that may override the mode of a run (section 4.1). */
export const modePlaces: readonly OverridePlace[] = [
  { kind: 'query', name: 'mode', source: 'parameters of the query and of the body are merged' },
  { kind: 'header', name: 'x-mode', source: 'gateways that pass parameters to the services behind them' },
  { kind: 'header', name: 'x-run-mode', source: 'the same, with the whole word' },
  { kind: 'cookie', name: 'mode', source: 'consoles that remember the last mode' },
]

/** The places that may override the method of a POST. */
export const methodPlaces: readonly OverridePlace[] = [
  { kind: 'header', name: 'x-http-method-override', source: 'method-override, by default for POST; Symfony: Request::getMethod' },
  { kind: 'header', name: 'x-http-method', source: 'Microsoft: OData' },
  { kind: 'header', name: 'x-method-override', source: 'IBM: method override' },
  { kind: 'query', name: '_method', source: 'Rails, Laravel and Symfony: forms' },
]

/** Headers in which a proxy sends the identity of the client. A server without a proxy must not trust them. */
export const identityHeaders: readonly (Omit<OverridePlace, 'kind'> & { readonly value: string })[] = [
  { name: 'x-forwarded-user', value: 'admin', source: 'oauth2-proxy' },
  { name: 'x-remote-user', value: 'admin', source: 'Kubernetes: authenticating proxy' },
  { name: 'remote-user', value: 'admin', source: 'Authelia; Django: RemoteUserMiddleware' },
  { name: 'x-authenticated-userid', value: '1', source: 'Kong: plugin oauth2' },
  { name: 'x-consumer-username', value: 'admin', source: 'Kong and APISIX: the consumer of a key' },
  { name: 'x-user-id', value: '1', source: 'gateways that pass the user to the services behind them' },
  { name: 'x-ssl-client-verify', value: 'SUCCESS', source: 'nginx: client certificates' },
  {
    name: 'x-goog-authenticated-user-email',
    value: 'accounts.google.com:admin@example.org',
    source: 'Google: Identity-Aware Proxy',
  },
  { name: 'x-ms-client-principal-name', value: 'admin@example.org', source: 'Azure: App Service authentication' },
  { name: 'cf-access-authenticated-user-email', value: 'admin@example.org', source: 'Cloudflare Access' },
  { name: 'x-forwarded-for', value: '127.0.0.1', source: 'Express: trust proxy, and rules for local addresses' },
  { name: 'x-real-ip', value: '127.0.0.1', source: 'nginx, and rules for local addresses' },
  { name: 'true-client-ip', value: '127.0.0.1', source: 'Akamai and Cloudflare, and rules for local addresses' },
  { name: 'forwarded', value: 'for=127.0.0.1', source: 'RFC 7239, and rules for local addresses' },
  { name: 'x-internal-request', value: 'true', source: 'services that call each other without a key' },
  { name: 'x-debug', value: '1', source: 'switches for developers' },
]
