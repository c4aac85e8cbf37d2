import { type Defect, defectsOf } from './defect.ts'

const performed = 'const outcome = await perform(definition, { args: bound.values, env: JSON.parse(profile.variables) })'
const settled = "store.write('UPDATE organizations SET held = held - 1, credits = credits - ? WHERE id = ?', charged, org)"
const charged = "const charged = outcome.status === 'success' ? 1 : 0"
const looked = 'store.many<ToolSetRow>(published, org, profile.id).find('
const authorized =
  "if (String(caller.org) !== request.params.org) throw new Problem(40310, 'This is not your organization')\n    return manifest(caller.org,"

/** What the registry lists, to whom, and how it executes and charges. */
export const registryDefects: readonly Defect[] = [
  ...defectsOf('registry.ts', [
    {
      defect: 'the manifest lists the latest version instead of the published one',
      breaks: 'MAN-VERSION',
      from: 'SELECT t.slug, t.visibility, p.version,',
      to: 'SELECT t.slug, t.visibility, (SELECT max(version) FROM toolset_versions WHERE toolset = t.id) AS version,',
    },
    {
      defect: 'the manifest lists the first version instead of the published one',
      breaks: 'MAN-VERSION',
      from: 'SELECT t.slug, t.visibility, p.version,',
      to: 'SELECT t.slug, t.visibility, 1 AS version,',
    },
    {
      defect: 'the manifest lists no versions',
      breaks: 'MAN-VERSION',
      from: '[[slug, { version, title,',
      to: '[[slug, { title,',
    },
    {
      defect: 'an execution runs the latest version',
      breaks: 'HOST-ENV',
      from: looked,
      to: `store.many(published.replace('v.version = p.version', 'v.version = (SELECT max(version) FROM toolset_versions WHERE toolset = t.id)'), org, profile.id).find(`,
    },
    {
      defect: 'an execution falls back to the latest version of what is not published',
      breaks: 'HOST-ENV',
      from: looked,
      to: '[...store.many(published, org, profile.id), ...store.many(latest, org)].find(',
    },
    {
      defect: 'the manifest of an organization that has published nothing falls back to the latest versions',
      breaks: 'MAN-EMPTY',
      from: 'fallsBack: false',
      to: "fallsBack: store.find('SELECT 1 FROM publications p JOIN toolsets t ON t.id = p.toolset WHERE t.org = ?', org) === undefined",
    },
    {
      defect: 'the manifest of a profile to which nothing is published falls back to the latest versions',
      breaks: 'MAN-EMPTY',
      from: 'fallsBack: false',
      to: 'fallsBack: true',
    },
    {
      defect: 'a manifest for which nothing qualifies is empty',
      breaks: 'MAN-EMPTY',
      from: 'if (sets.length === 0) throw',
      to: 'if (sets.length < 0) throw',
    },
    {
      defect: 'a manifest for which nothing qualifies is 404',
      breaks: 'MAN-EMPTY',
      from: 'new Problem(40010,',
      to: 'new Problem(40411,',
    },
    {
      defect: 'a manifest for which nothing qualifies has a message of its own',
      breaks: 'MAN-EMPTY',
      from: "'No published toolsets'",
      to: "'Nothing is published to this environment'",
    },
    {
      defect: 'the fallback lists the oldest versions',
      breaks: 'ORG-FALLBACK',
      from: 'v.version = (SELECT max(version)',
      to: 'v.version = (SELECT min(version)',
    },
    { defect: 'there is no fallback', breaks: 'ORG-FALLBACK', from: 'fallsBack: true', to: 'fallsBack: false' },
    {
      defect: 'private tool sets are not listed',
      breaks: 'MAN-CONTENT',
      from: 'p.environment = ? ORDER',
      to: "p.environment = ? AND t.visibility = 'public' ORDER",
    },
    {
      defect: 'public tool sets are not listed',
      breaks: 'MAN-CONTENT',
      from: 'p.environment = ? ORDER',
      to: "p.environment = ? AND t.visibility = 'private' ORDER",
    },
    {
      defect: 'only the first tool set is listed',
      breaks: 'MAN-CONTENT',
      from: 'toolsets: Object.fromEntries(sets)',
      to: 'toolsets: Object.fromEntries(sets.slice(0, 1))',
    },
    {
      defect: 'tools are not listed',
      breaks: 'MAN-CONTENT',
      from: 'visibility, tools: Object.fromEntries(listed) }',
      to: 'visibility, tools: listed.length }',
    },
    {
      defect: 'a tool set without a tool is listed',
      breaks: 'MAN-SKIP',
      from: 'return listed.length === 0 ? []',
      to: 'return listed.length < 0 ? []',
    },
    {
      defect: 'what is published to any profile is listed',
      breaks: 'MAN-SKIP',
      from: 'WHERE t.org = ? AND p.environment = ? ORDER',
      to: 'WHERE t.org = ? AND ? > 0 ORDER',
    },
    {
      defect: 'public tool sets of other organizations are listed',
      breaks: 'MAN-ORG',
      from: 'WHERE t.org = ? AND p.environment = ? ORDER',
      to: "WHERE (t.org = ? OR t.visibility = 'public') AND p.environment IN (SELECT id FROM environments WHERE name = (SELECT name FROM environments WHERE id = ?)) ORDER",
    },
    {
      defect: 'the first manifest of an organization is kept for all of its profiles',
      breaks: 'HOST-ENV',
      from: 'const listed = withTools(store.many<ToolSetRow>(published, org, on.profile.id))',
      to: 'app.kept ??= new Map()\n    const listed = app.kept.get(org) ?? withTools(store.many(published, org, on.profile.id))\n    app.kept.set(org, listed)',
    },
    {
      defect: 'a manifest is kept for a minute, whatever is published meanwhile',
      breaks: 'MAN-VERSION',
      from: 'const listed = withTools(store.many<ToolSetRow>(published, org, on.profile.id))',
      to: 'app.kept ??= new Map()\n    const listed = app.kept.get(on.profile.id) ?? withTools(store.many(published, org, on.profile.id))\n    app.kept.set(on.profile.id, listed)',
    },
    {
      defect: 'a key stands for the default profile',
      breaks: 'HOST-ENV',
      from: "store.one<EnvironmentRow>('SELECT * FROM environments WHERE id = ?', key.environment)",
      to: 'defaultProfile(key.org)',
    },
    {
      defect: 'an execution sees the variables of the default profile',
      breaks: 'HOST-ENV',
      from: 'env: JSON.parse(profile.variables)',
      to: 'env: JSON.parse(defaultProfile(org).variables)',
    },
    { defect: 'an execution sees no variables', breaks: 'HOST-ENV', from: 'env: JSON.parse(profile.variables)', to: 'env: {}' },
    {
      defect: 'the manifest refers to an execute endpoint that is not there',
      breaks: 'MAN-EXECUTE',
      from: '`${url()}/v1/public/${product}/execute` }',
      to: '`${url()}/v1/public/${product}/run` }',
    },
    {
      defect: 'the manifest refers to the execute endpoint without the path before it',
      breaks: 'MAN-EXECUTE',
      from: '`${url()}/v1/public/${product}/execute` }',
      to: '`/v1/public/${product}/execute` }',
    },
    {
      defect: 'the manifest refers to a host that only its own network knows',
      breaks: 'MAN-EXECUTE',
      from: '`${url()}/v1/public/${product}/execute` }',
      to: '`http://conveyor.internal:8080/hub/v1/public/${product}/execute` }',
    },
    {
      defect: 'the key of a workflow reads manifests',
      breaks: 'HOST-401',
      from: "if (key === undefined || key.environment === null) throw unauthorized('This is not a tool-hosting API key')",
      to: "if (key === undefined) throw unauthorized('No')\n    if (key.environment === null) return { org: key.org, profile: defaultProfile(key.org) }",
    },
    {
      defect: 'the organization manifest is that of the path, whoever asks',
      breaks: 'ORG-AUTH',
      from: authorized,
      to: 'return manifest(Number(request.params.org),',
    },
    {
      defect: 'a console session reads the manifests of every organization',
      breaks: 'ORG-AUTH',
      from: authorized,
      to: "if (session === undefined && String(caller.org) !== request.params.org) throw new Problem(40310, 'No')\n    return manifest(Number(request.params.org),",
    },
    { defect: 'any console session will do', breaks: 'ORG-AUTH', from: '      ?.org\n', to: '      ?.org ?? 1\n' },
    {
      defect: 'a console session is not accepted',
      breaks: 'ORG-AUTH',
      from: 'const session = sessionOf(request)',
      to: 'const session = undefined',
    },
    {
      defect: 'the organization manifest lists the default profile to every key',
      breaks: 'ORG-CONTENT',
      from: 'profile: caller.profile, fallsBack: true',
      to: 'profile: defaultProfile(caller.org), fallsBack: true',
    },
    {
      defect: 'the organization manifest lists the latest versions always',
      breaks: 'ORG-CONTENT',
      from: 'const sets = listed.length === 0 && on.fallsBack ?',
      to: 'const sets = on.fallsBack ?',
    },
    {
      defect: 'the arguments of an execution are dropped',
      breaks: 'EXE-ENDPOINT',
      from: '{ args: bound.values, env',
      to: '{ args: {}, env',
    },
    {
      defect: 'executions at the same time get the arguments of the last one',
      breaks: 'EXE-ENDPOINT',
      from: performed,
      to: 'app.shared = bound.values\n    await new Promise((resolve) => setTimeout(resolve, 5))\n    const outcome = await perform(definition, { args: app.shared, env: JSON.parse(profile.variables) })',
    },
    {
      defect: 'the execute endpoint is under another product segment',
      breaks: 'PRODUCT-SEGMENT',
      from: 'app.post(`/v1/public/${product}/execute`',
      to: 'app.post(`/v1/public/wfhost/execute`',
    },
    {
      defect: 'tools of other organizations can be executed',
      breaks: 'HOST-KEY.execute',
      from: looked,
      to: `store.many("SELECT t.slug, v.version, v.definition FROM toolsets t JOIN toolset_versions v ON v.toolset = t.id ORDER BY v.version DESC").find(`,
    },
    { defect: 'executions cost nothing', breaks: 'EXE-CREDIT', from: charged, to: 'const charged = 0' },
    {
      defect: 'an execution costs two credits',
      breaks: 'EXE-CREDIT',
      from: charged,
      to: charged.replace('1', '2'),
    },
    {
      defect: 'the first organization pays for all',
      breaks: 'EXE-CREDIT',
      from: settled,
      to: settled.replace(', org)', ', 1)'),
    },
    {
      defect: 'executions at the same time pay for one of them',
      breaks: 'EXE-CREDIT',
      from: performed,
      to: `const { credits: balance } = store.one('SELECT credits FROM organizations WHERE id = ?', org)\n    await new Promise((resolve) => setTimeout(resolve, 20))\n    store.write('UPDATE organizations SET credits = ? WHERE id = ?', balance, org)\n    ${performed}`,
    },
    {
      defect: 'a manifest costs a credit',
      breaks: 'EXE-CREDIT',
      from: 'const { org, profile } = admit(request)',
      to: "const { org, profile } = admit(request)\n    store.write('UPDATE organizations SET credits = credits - 1 WHERE id = ?', org)",
    },
    { defect: 'a failed execution costs a credit', breaks: 'EXE-CREDIT-FAILED', from: charged, to: 'const charged = 1' },
    {
      defect: 'an execution of an unknown tool costs a credit',
      breaks: 'EXE-CREDIT-FAILED',
      from: 'if (definition === undefined) throw',
      to: "if (definition === undefined) store.write('UPDATE organizations SET credits = credits - 1 WHERE id = ?', org)\n    if (definition === undefined) throw",
    },
    {
      defect: 'a failed execution holds its credit for ever',
      breaks: 'EXE-CREDIT-FAILED',
      from: settled,
      to: settled.replace(
        "held = held - 1, credits = credits - ? WHERE id = ?', charged,",
        "held = held - ?, credits = credits - ? WHERE id = ?', charged, charged,",
      ),
      unseen: 'the balance shows what is spent, not what is held, and no hook sets it so low that it matters',
    },
    {
      defect: 'a failed execution pays back the credit of another one',
      breaks: 'EXE-CREDIT-FAILED',
      from: charged,
      to: "const charged = outcome.status === 'success' ? 1 : -1",
    },
  ]),
]
