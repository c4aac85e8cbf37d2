import { type Defect, defectsOf } from './defect.ts'

const performed = 'const outcome = await perform(definition, { args: bound.values, env: JSON.parse(profile.variables) })'
const settled = "store.write('UPDATE organizations SET held = held - 1, credits = credits - ? WHERE id = ?', charged, org)"
const charged = "const charged = outcome.status === 'success' ? 1 : 0"
const looked = 'store.many<ToolsetRow>(published, org, profile.id).find('
const authorized =
  "if (String(caller.org) !== request.params.org) throw new Problem(40310, 'This is not your organization')\n    return manifest(caller.org,"

/** Defects in the registry: its lists, their readers, its executions and its charges. */
export const registryDefects: readonly Defect[] = [
  ...defectsOf('registry.ts', [
    [
      'MAN-VERSION',
      'the manifest lists the latest version instead of the published one',
      'SELECT t.slug, t.visibility, p.version,',
      'SELECT t.slug, t.visibility, (SELECT max(version) FROM toolset_versions WHERE toolset = t.id) AS version,',
    ],
    [
      'MAN-VERSION',
      'the manifest lists the first version instead of the published one',
      'SELECT t.slug, t.visibility, p.version,',
      'SELECT t.slug, t.visibility, 1 AS version,',
    ],
    ['MAN-VERSION', 'the manifest lists no versions', '[[slug, { version, title,', '[[slug, { title,'],
    [
      'HOST-ENV',
      'an execution runs the latest version',
      looked,
      `store.many(published.replace('v.version = p.version', 'v.version = (SELECT max(version) FROM toolset_versions WHERE toolset = t.id)'), org, profile.id).find(`,
    ],
    [
      'HOST-ENV',
      'an execution falls back to the latest version of an unpublished tool set',
      looked,
      '[...store.many(published, org, profile.id), ...store.many(latest, org)].find(',
    ],
    [
      'MAN-EMPTY',
      'the manifest of an organization that has published nothing falls back to the latest versions',
      'fallsBack: false',
      "fallsBack: store.find('SELECT 1 FROM publications p JOIN toolsets t ON t.id = p.toolset WHERE t.org = ?', org) === undefined",
    ],
    [
      'MAN-EMPTY',
      'the manifest of a profile to which nothing is published falls back to the latest versions',
      'fallsBack: false',
      'fallsBack: true',
    ],
    [
      'MAN-EMPTY',
      'a manifest without a qualifying tool set is empty',
      'if (sets.length === 0) throw',
      'if (sets.length < 0) throw',
    ],
    ['MAN-EMPTY', 'a manifest without a qualifying tool set gets 404', 'new Problem(40010,', 'new Problem(40411,'],
    [
      'MAN-EMPTY',
      'a manifest without a qualifying tool set is refused with another message',
      "'No published toolsets'",
      "'Nothing is published to this environment'",
    ],
    [
      'ORG-FALLBACK',
      'the fallback lists the oldest versions',
      'v.version = (SELECT max(version)',
      'v.version = (SELECT min(version)',
    ],
    ['ORG-FALLBACK', 'there is no fallback', 'fallsBack: true', 'fallsBack: false'],
    [
      'MAN-CONTENT',
      'private tool sets are not listed',
      'p.environment = ? ORDER',
      "p.environment = ? AND t.visibility = 'public' ORDER",
    ],
    [
      'MAN-CONTENT',
      'public tool sets are not listed',
      'p.environment = ? ORDER',
      "p.environment = ? AND t.visibility = 'private' ORDER",
    ],
    [
      'MAN-CONTENT',
      'only the first tool set is listed',
      'toolsets: Object.fromEntries(sets)',
      'toolsets: Object.fromEntries(sets.slice(0, 1))',
    ],
    [
      'MAN-CONTENT',
      'tools are not listed',
      'visibility, tools: Object.fromEntries(listed) }',
      'visibility, tools: listed.length }',
    ],
    [
      'MAN-CONTENT',
      'only the first tool of each tool set is listed',
      'visibility, tools: Object.fromEntries(listed) }',
      'visibility, tools: Object.fromEntries(listed.slice(0, 1)) }',
    ],
    ['MAN-SKIP', 'a tool set without a tool is listed', 'return listed.length === 0 ? []', 'return listed.length < 0 ? []'],
    [
      'MAN-SKIP',
      'a manifest lists the versions of every profile',
      'WHERE t.org = ? AND p.environment = ? ORDER',
      'WHERE t.org = ? AND ? > 0 ORDER',
    ],
    [
      'MAN-ORG',
      'public tool sets of other organizations are listed',
      'WHERE t.org = ? AND p.environment = ? ORDER',
      "WHERE (t.org = ? OR t.visibility = 'public') AND p.environment IN (SELECT id FROM environments WHERE name = (SELECT name FROM environments WHERE id = ?)) ORDER",
    ],
    [
      'HOST-ENV',
      'the first manifest of an organization is cached for all of its profiles',
      'const listed = withTools(store.many<ToolsetRow>(published, org, on.profile.id))',
      'app.kept ??= new Map()\n    const listed = app.kept.get(org) ?? withTools(store.many(published, org, on.profile.id))\n    app.kept.set(org, listed)',
    ],
    [
      'MAN-VERSION',
      'a manifest is cached for a minute, and a publication does not change it',
      'const listed = withTools(store.many<ToolsetRow>(published, org, on.profile.id))',
      'app.kept ??= new Map()\n    const listed = app.kept.get(on.profile.id) ?? withTools(store.many(published, org, on.profile.id))\n    app.kept.set(on.profile.id, listed)',
    ],
    [
      'HOST-ENV',
      'every key has the default profile',
      "store.one<EnvironmentRow>('SELECT * FROM environments WHERE id = ?', key.environment)",
      'defaultProfile(key.org)',
    ],
    [
      'HOST-ENV',
      'an execution sees the variables of the default profile',
      'env: JSON.parse(profile.variables)',
      'env: JSON.parse(defaultProfile(org).variables)',
    ],
    ['HOST-ENV', 'an execution sees no variables', 'env: JSON.parse(profile.variables)', 'env: {}'],
    [
      'MAN-EXECUTE',
      'the manifest refers to an execute endpoint that does not exist',
      '`${url()}/v1/public/${product}/execute` }',
      '`${url()}/v1/public/${product}/run` }',
    ],
    [
      'MAN-EXECUTE',
      'the manifest refers to the execute endpoint without the path before it',
      '`${url()}/v1/public/${product}/execute` }',
      '`/v1/public/${product}/execute` }',
    ],
    [
      'MAN-EXECUTE',
      'the manifest refers to a host of the internal network',
      '`${url()}/v1/public/${product}/execute` }',
      '`http://conveyor.internal:8080/hub/v1/public/${product}/execute` }',
    ],
    [
      'HOST-401',
      'the key of a workflow reads manifests',
      "if (key === undefined || key.environment === null) throw unauthorized('This is not a tool-hosting API key')",
      "if (key === undefined) throw unauthorized('No')\n    if (key.environment === null) return { org: key.org, profile: defaultProfile(key.org) }",
    ],
    [
      'ORG-AUTH',
      'every key reads the organization manifest of the path',
      authorized,
      'return manifest(Number(request.params.org),',
    ],
    [
      'ORG-AUTH',
      'a console session reads the manifests of every organization',
      authorized,
      "if (session === undefined && String(caller.org) !== request.params.org) throw new Problem(40310, 'No')\n    return manifest(Number(request.params.org),",
    ],
    ['ORG-AUTH', 'every console session is accepted', '      ?.org\n', '      ?.org ?? 1\n'],
    ['ORG-AUTH', 'a console session is not accepted', 'const session = sessionOf(request)', 'const session = undefined'],
    [
      'ORG-CONTENT',
      'the organization manifest lists the default profile to every key',
      'profile: caller.profile, fallsBack: true',
      'profile: defaultProfile(caller.org), fallsBack: true',
    ],
    [
      'ORG-CONTENT',
      'the organization manifest lists the latest versions always',
      'const sets = listed.length === 0 && on.fallsBack ?',
      'const sets = on.fallsBack ?',
    ],
    ['EXE-ENDPOINT', 'the arguments of an execution are dropped', '{ args: bound.values, env', '{ args: {}, env'],
    [
      'EXE-ENDPOINT',
      'concurrent executions get the arguments of the last execution',
      performed,
      'app.shared = bound.values\n    await new Promise((resolve) => setTimeout(resolve, 5))\n    const outcome = await perform(definition, { args: app.shared, env: JSON.parse(profile.variables) })',
    ],
    [
      'PRODUCT-SEGMENT',
      'the execute endpoint is under another product segment',
      'app.post(`/v1/public/${product}/execute`',
      'app.post(`/v1/public/wfhost/execute`',
    ],
    [
      'HOST-KEY.execute',
      'tools of other organizations can be executed',
      looked,
      `store.many("SELECT t.slug, v.version, v.definition FROM toolsets t JOIN toolset_versions v ON v.toolset = t.id ORDER BY v.version DESC").find(`,
    ],
    ['EXE-CREDIT', 'executions cost nothing', charged, 'const charged = 0'],
    ['EXE-CREDIT', 'an execution costs two credits', charged, charged.replace('1', '2')],
    ['EXE-CREDIT', 'the first organization pays for all', settled, settled.replace(', org)', ', 1)')],
    [
      'EXE-CREDIT',
      'concurrent executions pay only for one execution',
      performed,
      `const { credits: balance } = store.one('SELECT credits FROM organizations WHERE id = ?', org)\n    await new Promise((resolve) => setTimeout(resolve, 20))\n    store.write('UPDATE organizations SET credits = ? WHERE id = ?', balance, org)\n    ${performed}`,
    ],
    [
      'EXE-CREDIT',
      'a manifest costs a credit',
      'const { org, profile } = admit(request)',
      "const { org, profile } = admit(request)\n    store.write('UPDATE organizations SET credits = credits - 1 WHERE id = ?', org)",
    ],
    ['EXE-CREDIT-FAILED', 'a failed execution costs a credit', charged, 'const charged = 1'],
    [
      'EXE-CREDIT-FAILED',
      'an execution of an unknown tool costs a credit',
      'if (definition === undefined) throw',
      "if (definition === undefined) store.write('UPDATE organizations SET credits = credits - 1 WHERE id = ?', org)\n    if (definition === undefined) throw",
    ],
    [
      'EXE-CREDIT-FAILED',
      'a failed execution holds its credit forever',
      settled,
      settled.replace(
        "held = held - 1, credits = credits - ? WHERE id = ?', charged,",
        "held = held - ?, credits = credits - ? WHERE id = ?', charged, charged,",
      ),
      'no hook sets a balance so low that held credits matter, and the balance shows only spent credits',
    ],
    [
      'EXE-CREDIT-FAILED',
      'a failed execution pays back the credit of another execution',
      charged,
      "const charged = outcome.status === 'success' ? 1 : -1",
    ],
  ]),
]
