import type { PagesByClaim } from './pages-by-claim.ts'

/** Pages about services and gateways. */
export const servicePages: PagesByClaim = {
  'Akamai: the address of the client': 'https://docs.rs/client-ip/latest/client_ip/fn.true_client_ip.html',
  'Apache: LimitRequestLine 8190': 'https://github.com/apache/httpd/blob/0cb680442eca/include/httpd.h#L195',
  'APISIX: the consumer of a key': 'https://github.com/apache/apisix/blob/f519a0f04ccf/docs/en/latest/plugins/key-auth.md#L44',
  'Auth0: the parameter organization':
    'https://github.com/auth0/docs-v2/blob/092b879e3fa9/main/docs/api/authentication/saml/accept-saml-request.mdx#L14',
  'Authelia: the user of a session': 'https://github.com/authelia/authelia/blob/23572030b404/internal/handlers/const.go#L28',
  'AWS API Gateway: API keys': 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-key-source.html',
  'AWS Lambda: event.body is a text, which handlers parse once more':
    'https://github.com/aws-samples/aws-serverless-workshops/blob/f67b7220dfae/MultiRegion/1_API/tickets-post.js#L19',
  'Azure Logic Apps: @@ is @':
    'https://github.com/MicrosoftDocs/azure-docs/blob/012fa04218e8/articles/logic-apps/logic-apps-workflow-definition-language.md',
  'Azure OpenAI: the key of a resource': 'https://github.com/openai/openai-node/blob/7b7d6ca71130/src/azure.ts#L199',
  'Azure: a message of Queue Storage has at most 64 kB':
    'https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api',
  'Azure: App Service authentication':
    'https://github.com/MicrosoftDocs/azure-docs/blob/03c71c174653/articles/app-service/configure-authentication-user-identities.md',
  'Better Auth: the member organizationId before the organization of the session':
    'https://github.com/better-auth/better-auth/blob/451aa4b6e57c/packages/better-auth/src/plugins/organization/routes/crud-invites.ts#L239',
  'Better Auth: the parameter organizationId before the organization of the session':
    'https://github.com/better-auth/better-auth/blob/451aa4b6e57c/packages/better-auth/src/plugins/organization/routes/crud-invites.ts#L1274',
  'Bugsnag: the key of a project is a member of each report':
    'https://github.com/bugsnag/bugsnag-go/blob/3e3c7e7e1cf1/report.go#L10',
  'Cloudflare: Access': 'https://github.com/anonaddy/anonaddy/pull/695',
  'DatoCMS: the environment of a request':
    'https://github.com/datocms/js-rest-api-clients/blob/b63cc9778540/packages/cma-client/src/generated/Client.ts#L160',
  'Flowable: the member tenantId of a request':
    'https://github.com/flowable/flowable-engine/blob/53e93b6681e8/modules/flowable-rest/src/main/java/org/flowable/rest/service/api/runtime/process/ProcessInstanceCreateRequest.java#L48',
  'Flowable: the parameter tenantId':
    'https://github.com/flowable/flowable-engine/blob/53e93b6681e8/modules/flowable-rest/src/main/java/org/flowable/rest/service/api/history/HistoricProcessInstanceCollectionResource.java#L280',
  'GitLab: triggers of a pipeline': 'https://docs.gitlab.com/ci/triggers/',
  'Google APIs: the parameter key of every method':
    'https://github.com/googleapis/google-api-go-client/blob/00d5caeea96c/tasks/v1/tasks-api.json',
  'Google ESPv2: the value of Authorization before the proxy replaces it':
    'https://github.com/GoogleCloudPlatform/esp-v2/blob/3dcedb6f88f7/src/envoy/http/backend_auth/filter.cc#L85',
  'Google: Identity-Aware Proxy': 'https://cloud.google.com/iap/docs/identity-howto',
  'Grafana Loki: the tenant of a request':
    'https://github.com/grafana/loki/blob/65e30f8488e8/docs/sources/operations/authentication.md#L24',
  'Grafana Mimir: the tenant of a request':
    'https://github.com/grafana/mimir/blob/03a992a58716/docs/sources/mimir/manage/secure/authentication-and-authorization.md',
  'Grafana: the parameter orgId': 'https://github.com/grafana/grafana/blob/0706dbe5af63/pkg/middleware/org_redirect.go',
  'InfluxDB 2: the parameter org':
    'https://github.com/influxdata/docs-v2/blob/79332006271f/content/influxdb/v2/write-data/no-code/third-party.md#L124',
  'Jenkins: builds that are triggered remotely':
    'https://github.com/jenkinsci/jenkins/blob/ff9430ee1dc6/core/src/main/java/hudson/model/BuildAuthorizationToken.java#L117',
  'JumpCloud: the organization of an administrator of several':
    'https://github.com/TheJumpCloud/jcapi-python/blob/35661f1e0380/jcapiv1/jcapiv1/api/applications_api.py#L114',
  'Kong: plugin key-auth': 'https://github.com/Kong/kong/blob/22246ef28c16/kong/plugins/key-auth/schema.lua#L15',
  'Kong: plugin key-auth, by default': 'https://github.com/Kong/kong/blob/22246ef28c16/kong/plugins/key-auth/schema.lua#L20',
  'Kong: plugin oauth2': 'https://github.com/Kong/kong/blob/22246ef28c16/CHANGELOG-OLD.md#L290',
  'Kong: the consumer of a key': 'https://github.com/Kong/kong/blob/22246ef28c16/kong/plugins/key-auth/handler.lua#L71',
  'Kubernetes: authenticating proxy':
    'https://github.com/kubernetes/apiserver/blob/24a394e516bf/pkg/server/options/authentication.go#L135',
  'LaunchDarkly: the parameter env':
    'https://github.com/launchdarkly/api-client-go/blob/a434796e8e64/docs/FeatureFlagsApi.md#L378',
  'Mandrill: the key is a member of each request':
    'https://github.com/mailchimp/mailchimp-transactional-node/blob/94009729caf9/src/ApiClient.js#L74',
  'nginx: proxy_cache responds from its store without a look at Authorization':
    'https://github.com/nginx/nginx.org/blob/3924a7f8334b/xml/en/docs/http/ngx_http_proxy_module.xml#L331',
  'nginx: proxy_cache responds with 304':
    'https://github.com/nginx/nginx/blob/3f6f7824d4e2/src/http/modules/ngx_http_not_modified_filter_module.c#L94',
  'nginx: proxy_cache responds with 412':
    'https://github.com/nginx/nginx/blob/3f6f7824d4e2/src/http/modules/ngx_http_not_modified_filter_module.c#L68',
  'nginx: proxy_cache_valid any stores a 401 for all keys':
    'https://github.com/nginx/nginx.org/blob/3924a7f8334b/xml/en/docs/http/ngx_http_proxy_module.xml#L816',
  'nginx: the address of the client, as configurations pass it':
    'https://github.com/authelia/authelia/blob/23572030b404/docs/content/integration/proxies/nginx.md#L409',
  'nginx: the result of client certificates, as configurations pass it':
    'https://github.com/SuperCoopBerlin/tapir/blob/e82b2f437ce1/docker/nginx/vhost.d/localhost#L4',
  'oauth2-proxy: the user of a session':
    'https://github.com/oauth2-proxy/oauth2-proxy/blob/14af2951e562/docs/docs/configuration/overview.md#L151',
  'OpenAI: clients with several organizations': 'https://github.com/openai/openai-node/blob/7b7d6ca71130/src/client.ts#L1387',
  'OpenAPI: apiKey in cookie': 'https://github.com/OAI/OpenAPI-Specification/blob/46c1076ba6f9/versions/3.0.3.md#L3190',
  'OpenAPI: apiKey in query': 'https://github.com/OAI/OpenAPI-Specification/blob/46c1076ba6f9/versions/3.0.3.md#L3190',
  'OpenStack: the token of Keystone':
    'https://github.com/openstack/keystone/blob/30ef2ffa65a3/api-ref/source/v3/authenticate-v3.inc#L34',
  'OWASP CRS: a firewall may refuse this text':
    'https://github.com/coreruleset/coreruleset/blob/2cbd1d019cb7/rules/REQUEST-920-PROTOCOL-ENFORCEMENT.conf#L516',
  'PostHog: the key of a project is a member of each event':
    'https://github.com/PostHog/posthog-python/blob/c55c9b22ffb6/posthog/request.py#L230',
  'Sentry: the parameter environment':
    'https://github.com/getsentry/sentry-api-schema/blob/a589a26c3b29/openapi-derefed.json#L10627',
  'Slack: methods of the Web API':
    'https://github.com/slackapi/slack-api-specs/blob/bc08db496256/web-api/slack_web_openapi_v2.json#L2870',
  'ThingsBoard: the token of its REST API':
    'https://github.com/thingsboard/thingsboard/blob/dfe65d5abc3a/application/src/main/java/org/thingsboard/server/config/SwaggerConfiguration.java#L255',
  'uWSGI: buffer-size 4096, by default': 'https://github.com/unbit/uwsgi/blob/6cbb2177ae48/core/init.c#L116',
}
