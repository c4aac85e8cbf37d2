import type { ParameterType } from '../../target/target.ts'
import type { CatalogueEntry } from '../catalogue.ts'

/** A value of some size, at which some servers end, drop or refuse it. */
export interface SizeEntry extends CatalogueEntry {
  /** The type of the parameter that gets the value. */
  readonly type: ParameterType
  readonly value: unknown
  /** The rest of the value on a server with the limit. */
  readonly becomes: unknown
  /** Whether servers commonly refuse this size. No document states a limit, so a refusal is a warning. @default false */
  readonly mayBeRefused?: boolean
}

/** The size of the largest value that every server must accept, in characters. No document states a limit. */
export const LARGEST_VALUE_SIZE = 16_384

/** Sizes by powers of four. The first one of each kind is the largest that every server must accept. */
export const sizes: readonly SizeEntry[] = [
  ...createSizes('text', [LARGEST_VALUE_SIZE, 4096, 1024, 256], {
    type: 'string',
    create: (size) => 'x'.repeat(size),
    cut: (size) => 'x'.repeat(size - 1),
    source: 'MySQL: VARCHAR(255) cuts a text in non-strict mode; Oracle: VARCHAR2(4000)',
  }),
  ...createSizes('depth', [32, 16, 4], {
    type: 'object',
    create: createDeepObject,
    cut: () => null,
    source: 'qs: depth 5; Elasticsearch: index.mapping.depth.limit 20; Rack 3: param_depth_limit 32',
  }),
  ...createSizes('members', [1024, 256, 64, 16], {
    type: 'object',
    create: createMembers,
    cut: (size) => createMembers(size - 1),
    source: 'qs: parameterLimit 1000; Elasticsearch: index.mapping.total_fields.limit 1000',
  }),
  ...createSizes('name', [1024, 256, 64], {
    type: 'object',
    create: (size) => ({ ['n'.repeat(size)]: 1 }),
    cut: (size) => ({ ['n'.repeat(size - 1)]: 1 }),
    source: 'PostgreSQL: identifiers of 63 bytes; MySQL: VARCHAR(255) cuts a text in non-strict mode',
  }),
  ...createSizes('list', [4096, 1024, 256, 64, 16], {
    type: 'array',
    create: createList,
    cut: (size) => createList(size - 1),
    source: 'qs: arrayLimit 20; PHP: max_input_vars 1000',
  }),
  ...createSizes('list-depth', [32, 16, 4], {
    type: 'array',
    create: createDeepList,
    cut: () => null,
    source: 'qs: depth 5; DynamoDB: 32 levels',
  }),
  {
    ...createSize('depth', 60, {
      type: 'object',
      create: createDeepObject,
      cut: () => null,
      source: 'System.Text.Json: MaxDepth 64',
    }),
    mayBeRefused: true,
  },
]

interface SizeKind extends Pick<SizeEntry, 'type' | 'source'> {
  readonly create: (size: number) => unknown
  readonly cut: (size: number) => unknown
}

function createSizes(kind: string, sizesOfKind: readonly number[], options: SizeKind): SizeEntry[] {
  return sizesOfKind.map((size) => createSize(kind, size, options))
}

function createSize(kind: string, size: number, { create, cut, source, type }: SizeKind): SizeEntry {
  return { id: `${kind}-${size}`, kind, type, value: create(size), becomes: cut(size), source }
}

function createList(length: number): unknown[] {
  return Array.from({ length }, (_, index) => index % 10)
}

function createMembers(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`member ${index}`, index]))
}

function createDeepList(levels: number): unknown {
  return levels === 0 ? 'end' : [createDeepList(levels - 1)]
}

function createDeepObject(levels: number): unknown {
  return levels === 0 ? 'end' : { level: createDeepObject(levels - 1) }
}
