import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  type YAMLError,
} from 'yaml'

const LONGEST_NAME = 60

/** The names and positions that lead to a value. */
export type YamlPath = readonly PropertyKey[]

/** A parsed YAML text that finds the line of each value, for messages. Lines count from 1. */
export class LocatedYaml {
  /** The parsed document. Its `errors` have offsets instead of lines. */
  readonly document: Document.Parsed
  readonly #lines = new LineCounter()
  readonly #text: string

  constructor(text: string, options: ParseOptions & Pick<SchemaOptions, 'merge'> = {}) {
    this.#text = text
    this.document = parseDocument(text, { ...options, lineCounter: this.#lines, prettyErrors: false })
  }

  /** Returns the line of an offset in the text. */
  lineAt(offset: number): number {
    return this.#lines.linePos(offset).line
  }

  /** Describes an error of the document, without a quotation of values. Undefined for all errors but a repeated name. */
  describeRepeatedName({ code, pos: [offset] }: Pick<YAMLError, 'code' | 'pos'>): string | undefined {
    if (code !== 'DUPLICATE_KEY') return undefined

    const name = /^(?<quote>["']?)(?<name>[\w.$/-]+)\k<quote>\s*:/.exec(this.#text.slice(offset, offset + LONGEST_NAME))
      ?.groups?.['name']
    return `the name ${name === undefined ? '' : `"${name}" `}is repeated; keep one of them`
  }

  /** Returns the line of a value, or of the nearest value around it. Undefined in an empty document. */
  lineOfValue(path: YamlPath): number | undefined {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = this.#nodeAt(path.slice(0, length))
      if (isNode(node) && node.range) return this.lineAt(node.range[0])
    }
    return undefined
  }

  /** Returns the line of the name of a member, or the line of its value if it has no name, as in a list. */
  lineOfMember(path: YamlPath): number | undefined {
    const parent = this.#nodeAt(path.slice(0, -1))
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined

    const key = pair?.key
    return isScalar(key) && key.range ? this.lineAt(key.range[0]) : this.lineOfValue(path)
  }

  /** Returns the written text of a number or a boolean, since YAML reads `1.10` as the number 1.1. */
  textAt(path: YamlPath): string | undefined {
    const node = this.#nodeAt(path)
    return isScalar(node) && /number|boolean/.test(typeof node.value) ? node.source : undefined
  }

  #nodeAt(path: YamlPath): unknown {
    return path.length === 0 ? this.document.contents : this.document.getIn(path, true)
  }
}
