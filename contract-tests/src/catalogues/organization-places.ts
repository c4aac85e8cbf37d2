/** A place in which some servers read the organization of a request, although the key decides it (section 5.3). */
export interface OrganizationPlace {
  readonly kind: 'header' | 'cookie' | 'query'
  readonly name: string
  /** The library or the convention from which a server may have the defect. */
  readonly source: string
}

/** The places that may override the organization of a key in a server with several tenants. */
export const organizationPlaces: readonly OrganizationPlace[] = [
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
