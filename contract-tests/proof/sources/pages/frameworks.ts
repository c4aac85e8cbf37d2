import type { PagesByClaim } from './pages-by-claim.ts'

/** Pages about frameworks and their middleware. */
export const frameworkPages: PagesByClaim = {
  'ABP Framework: CookieTenantResolveContributor':
    'https://github.com/abpframework/abp/blob/48d6b42dcc49/framework/src/Volo.Abp.MultiTenancy/Volo/Abp/MultiTenancy/TenantResolverConsts.cs',
  'ABP Framework: HeaderTenantResolveContributor':
    'https://github.com/abpframework/abp/blob/48d6b42dcc49/framework/src/Volo.Abp.MultiTenancy/Volo/Abp/MultiTenancy/TenantResolverConsts.cs',
  'ABP Framework: QueryStringTenantResolveContributor':
    'https://github.com/abpframework/abp/blob/48d6b42dcc49/framework/src/Volo.Abp.MultiTenancy/Volo/Abp/MultiTenancy/TenantResolverConsts.cs',
  'Devise before 3.1: TokenAuthenticatable, by default': 'https://github.com/heartcombo/devise/blob/v3.0.0/lib/devise.rb#L185',
  'Django REST framework: COERCE_DECIMAL_TO_STRING':
    'https://github.com/encode/django-rest-framework/blob/751a19fe1b23/docs/api-guide/settings.md#L366',
  'Django REST framework: TokenAuthentication has the keyword Token':
    'https://github.com/encode/django-rest-framework/blob/751a19fe1b23/rest_framework/authentication.py#L161',
  'Django: the decorator condition decides before the view reads the key':
    'https://github.com/django/django/blob/0229209c844f/django/views/decorators/http.py',
  'Django: the decorator last_modified decides before the view reads the key':
    'https://github.com/django/django/blob/0229209c844f/django/views/decorators/http.py',
  'Echo: Bind writes members of the body over parameters of the path':
    'https://github.com/labstack/echo/blob/05489dc17301/bind.go#L122',
  'express-jwt: getToken may read a cookie': 'https://github.com/auth0/express-jwt/blob/de703b4d4d87/README.md#L123',
  'Express: trust proxy': 'https://github.com/expressjs/express/blob/a3714473feb3/lib/application.js#L99',
  'Express: tutorials about jsonwebtoken':
    'https://github.com/bezkoder/node-js-jwt-auth/blob/6aa349e1df06/app/middleware/authJwt.js#L7',
  'FastAPI: APIKeyHeader': 'https://github.com/tiangolo/fastapi/blob/6d9dc39fcb3e/fastapi/security/api_key.py#L137',
  'FastAPI: tutorials about OAuth2 in a cookie':
    'https://github.com/nofoobar/JobBoard-Fastapi/blob/3b8ac12ff777/backend/webapps/jobs/route_jobs.py#L53',
  'Fastify: ajv with coerceTypes set to array':
    'https://github.com/fastify/fastify/blob/83e69762aff0/docs/Reference/Validation-and-Serialization.md#L304',
  'Fastify: maxParamLength 100': 'https://github.com/fastify/fastify/blob/83e69762aff0/docs/Reference/Server.md#L1037',
  'Feathers: the hook protect("password")':
    'https://github.com/feathersjs/feathers/blob/09519fb1c454/docs/api/authentication/local.md#L178',
  'Hibernate: tutorials about CurrentTenantIdentifierResolver':
    'https://www.tutorial-java.com/2025/09/multi-tenant-applications-with-spring.html',
  'Laravel: $request->flow_id reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->flowId reads the body before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->flowId reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->id reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->org_id reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->orgId reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: $request->workflowId reads the query before the path':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L855',
  'Laravel: ConvertEmptyStringsToNull':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Foundation/Http/Middleware/ConvertEmptyStringsToNull.php#L43',
  'Laravel: data_set treats * as each member':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Collections/helpers.php#L143',
  'Laravel: Request::enableHttpMethodParameterOverride, by default':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L80',
  'Laravel: Request::json reads a body that is not JSON as an empty array':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Http/Request.php#L467',
  'Laravel: firstOrCreate stores what it does not find':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Database/Eloquent/Builder.php#L732',
  'Laravel: TokenGuard, by default':
    'https://github.com/laravel/framework/blob/bd71b45fbb7e/src/Illuminate/Auth/TokenGuard.php#L54',
  'Laravel: TrimStrings': 'https://github.com/laravel/docs/blob/86077535bbfd/requests.md#L701',
  'method-override: for each POST, by default': 'https://github.com/expressjs/method-override/blob/4df570e14ddd/README.md#L31',
  'method-override: the header of IBM': 'https://github.com/expressjs/method-override/blob/4df570e14ddd/README.md#L131',
  'method-override: the header of Microsoft': 'https://github.com/expressjs/method-override/blob/4df570e14ddd/README.md#L129',
  'NestJS: providers are singletons, by default':
    'https://github.com/nestjs/docs.nestjs.com/blob/2f9d9394aa71/content/fundamentals/provider-scopes.md#L26',
  'Next.js: the header of a request that has passed the middleware, before CVE-2025-29927':
    'https://www.trevorlasn.com/blog/cve-2025-29927-nextjs-middleware',
  'passport-http-bearer: accepted by default':
    'https://github.com/jaredhanson/passport-http-bearer/blob/dd7cef753401/README.md#L93',
  'Rack 3: param_depth_limit 32': 'https://github.com/rack/rack/blob/8bf4eb078498/README.md#L247',
  'Rails: (.:format) in a route, by default':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/actionpack/lib/action_dispatch/routing/mapper.rb#L122',
  'Rails: deep munge': 'https://github.com/rails/rails/blob/2a2db1e8d6d1/guides/source/security.md#L1328',
  'Rails: HttpAuthentication::Token reads token="…" after Token and Bearer':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/actionpack/lib/action_controller/metal/http_authentication.rb#L429',
  'Rails: HttpAuthentication::Token splits at commas and semicolons, and takes the first part':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/actionpack/lib/action_controller/metal/http_authentication.rb#L539',
  'Rails: find_or_create_by stores what it does not find':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/activerecord/lib/active_record/relation.rb#L232',
  'Rails: params prefers the query to the body':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/actionpack/lib/action_dispatch/http/parameters.rb#L57',
  'Rails: underscore':
    'https://github.com/rails/rails/blob/2a2db1e8d6d1/activesupport/lib/active_support/inflector/methods.rb#L113',
  'Sinatra: Rack::Protection::JsonCsrf refuses JSON for the Referer of another host, by default':
    'https://github.com/sinatra/sinatra/blob/cb22afd7902b/rack-protection/lib/rack/protection/json_csrf.rb#L39',
  'Spring Session: HeaderHttpSessionIdResolver':
    'https://github.com/spring-projects/spring-session/blob/206fb6001b41/spring-session-core/src/main/java/org/springframework/session/web/http/HeaderHttpSessionIdResolver.java#L63',
  'Spring: a text with commas becomes an array':
    'https://github.com/spring-projects/spring-framework/blob/91eb42645e26/spring-core/src/main/java/org/springframework/core/convert/support/StringToArrayConverter.java#L66',
  'Spring: beans are singletons, by default':
    'https://github.com/spring-projects/spring-framework/blob/91eb42645e26/framework-docs/modules/ROOT/pages/core/beans/factory-scopes.adoc#L60',
  'Spring: DefaultCorsProcessor refuses an origin that is not in its list with 403':
    'https://github.com/spring-projects/spring-framework/blob/91eb42645e26/spring-web/src/main/java/org/springframework/web/cors/DefaultCorsProcessor.java#L119',
  'Spring: property placeholders':
    'https://github.com/spring-projects/spring-framework/blob/91eb42645e26/spring-context/src/main/java/org/springframework/context/support/PropertySourcesPlaceholderConfigurer.java#L42',
  'Spring: UrlPathHelper removes them, by default':
    'https://github.com/spring-projects/spring-framework/blob/91eb42645e26/spring-web/src/main/java/org/springframework/web/util/UrlPathHelper.java#L80',
  'Stancl Tenancy: InitializeTenancyByRequestData, by default':
    'https://github.com/archtechx/tenancy/blob/553f57a8adb6/assets/config.php#L151',
  'Symfony: headers of IIS, before CVE-2018-14773':
    'https://github.com/symfony/http-foundation/blob/3d7bbf071b25/CHANGELOG.md#L182',
  'Symfony: Request::getMethod': 'https://github.com/symfony/http-foundation/blob/3d7bbf071b25/Request.php#L1151',
  'WordPress: maybe_unserialize': 'https://github.com/WordPress/WordPress/blob/0ce311770233/wp-includes/functions.php',
  'Yaf: a view skips a variable GLOBALS': 'https://github.com/laruence/yaf/blob/eaf297f82d51/views/yaf_view_simple.c#L165',
}
