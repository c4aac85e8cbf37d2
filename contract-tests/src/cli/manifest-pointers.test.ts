import { expect, test } from 'vitest'
import { findManifestPointers, listTools } from './manifest-pointers.ts'

const expectedTools = [
  { toolset: 'mail', version: '1.2.0', tool: 'send' },
  { toolset: 'mail', version: '1.2.0', tool: 'count' },
  { toolset: 'weather', version: '3', tool: 'today' },
]

test.each([
  {
    form: 'a list with tools as objects',
    manifest: {
      executeUrl: 'http://localhost/execute',
      toolsets: [
        { id: 'mail', name: 'Mail', version: '1.2.0', tools: [{ name: 'send' }, { name: 'count' }] },
        { id: 'weather', name: 'Weather', version: '3', tools: [{ name: 'today' }] },
      ],
    },
    pointers: { toolsets: '/toolsets/*', name: '/id', version: '/version', tool: '/tools/*/name' },
  },
  {
    form: 'a list at the top with tools as texts',
    manifest: [
      { name: 'mail', publishedVersion: '1.2.0', tools: ['send', 'count'] },
      { name: 'weather', publishedVersion: '3', tools: ['today'] },
    ],
    pointers: { toolsets: '/*', name: '/name', version: '/publishedVersion', tool: '/tools/*' },
  },
  {
    form: 'an object with tool sets and tools by name',
    manifest: {
      execute: 'http://localhost/execute',
      sets: {
        mail: { version: '1.2.0', tools: { send: { to: 'string' }, count: {} } },
        weather: { version: '3', tools: { today: {} } },
      },
    },
    pointers: { toolsets: '/sets/*', version: '/version', tool: '/tools/*#' },
  },
  {
    form: 'other names',
    manifest: {
      data: {
        items: [
          { title: 'mail', toolsUrl: 'http://localhost/mail', ver: '1.2.0', fns: [{ id: 'send' }, { id: 'count' }] },
          { title: 'weather', ver: '3', fns: [{ id: 'today' }] },
        ],
      },
    },
    pointers: { toolsets: '/data/items/*', name: '/title', version: '/ver', tool: '/fns/*/id' },
  },
])('finds tool sets, versions and tools in $form', ({ manifest, pointers }) => {
  expect(findManifestPointers(manifest)).toEqual(pointers)
  expect(listTools(manifest, pointers)).toEqual(expectedTools)
})

test.each([[{}], [[]], ['text'], [{ toolsets: [] }], [{ toolsets: [{ id: 'mail' }] }], [{ a: {}, b: { c: {} } }], [null]])(
  'finds nothing in %j',
  (manifest) => {
    expect(findManifestPointers(manifest)).toBeUndefined()
  },
)
