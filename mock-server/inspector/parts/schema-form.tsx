import { useId } from 'preact/hooks'
import { readJsonOrText } from '../../src/core/json.ts'
import { Choice } from './choice.tsx'

/** The part of JSON Schema that the server uses for its inputs. */
export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** The entered values, by the names of the members. */
export type Entered = Readonly<Record<string, unknown>>

interface FormProps {
  readonly schema: Schema
  readonly value: Entered
  readonly onChange: (value: Entered) => void
  readonly without?: readonly string[]
}

/** The fields of an object. If it has several kinds, a choice of the kind comes first. */
export function SchemaForm({ onChange, schema, value, without = [] }: FormProps) {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants !== undefined) return <Variants variants={variants} value={value} onChange={onChange} without={without} />
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name, { const: only }]) => only === undefined && !without.includes(name),
  )
  // Required members come first.
  const ordered = members.toSorted(([a], [b]) => Number(isRequired(schema, b)) - Number(isRequired(schema, a)))
  return (
    <>
      {ordered.map(([name, member]) => (
        <Field
          key={name}
          name={name}
          schema={member}
          required={isRequired(schema, name)}
          value={value[name]}
          onChange={(entered) => onChange(withMember(value, name, entered))}
        />
      ))}
    </>
  )
}

function isRequired({ required = [] }: Schema, name: string): boolean {
  return required.includes(name)
}

function withMember(value: Entered, name: string, entered: unknown): Entered {
  const others = Object.entries(value).filter(([other]) => other !== name)
  return Object.fromEntries(entered === undefined ? others : [...others, [name, entered]])
}

/** The member whose value distinguishes the variants. */
function tagOf(variants: readonly Schema[]): string {
  return Object.entries(variants[0]?.properties ?? {}).find(([, member]) => member.const !== undefined)?.[0] ?? ''
}

interface VariantsProps extends Omit<FormProps, 'schema'> {
  readonly variants: readonly Schema[]
}

function Variants({ onChange, value, variants, without = [] }: VariantsProps) {
  const id = useId()
  const tag = tagOf(variants)
  const kindOf = (variant: Schema): string => String(variant.properties?.[tag]?.const ?? '')
  const chosen = variants.find((variant) => kindOf(variant) === value[tag])
  return (
    <>
      <div class="field">
        <label for={id}>{tag}</label>
        <Choice
          id={id}
          value={String(value[tag] ?? '')}
          none="choose …"
          options={variants.map(kindOf)}
          onChange={(kind) => onChange(kind === '' ? {} : { [tag]: kind })}
        />
        <small>{chosen?.description}</small>
      </div>
      {chosen !== undefined && <SchemaForm schema={chosen} value={value} onChange={onChange} without={[...without, tag]} />}
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Field({ name, onChange, required, schema, value }: FieldProps) {
  const id = useId()
  if (schema.oneOf !== undefined || schema.anyOf !== undefined || schema.type === 'object') {
    return (
      <fieldset>
        <legend>{name}</legend>
        <SchemaForm schema={schema} value={Object(value ?? {})} onChange={onChange} />
      </fieldset>
    )
  }
  return (
    <div class="field">
      <label for={id}>
        {name}
        {required ? ' *' : ''}
      </label>
      <Input id={id} name={name} schema={schema} required={required} value={value} onChange={onChange} />
      <small>{schema.description}</small>
    </div>
  )
}

function Input({ id, onChange, required, schema, value }: FieldProps & { readonly id: string }) {
  const text = value === undefined ? '' : String(value)
  if (schema.enum !== undefined) {
    const byDefault = schema.default === undefined ? 'any' : `by default ${schema.default}`
    const none = required ? 'choose …' : byDefault
    const options = schema.enum.map(String)
    return <Choice id={id} value={text} none={none} options={options} onChange={(chosen) => onChange(chosen || undefined)} />
  }
  if (schema.type === 'boolean')
    return (
      <input
        id={id}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
      />
    )
  const shared = { id, value: text, required }
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <input
        {...shared}
        type="number"
        step={schema.type === 'number' ? 'any' : 1}
        onInput={({ currentTarget: { value: entered } }) => onChange(entered === '' ? undefined : Number(entered))}
      />
    )
  const read = schema.type === 'string' ? String : readJsonOrText
  return (
    <input
      {...shared}
      type="text"
      onInput={({ currentTarget: { value: entered } }) => onChange(entered === '' ? undefined : read(entered))}
    />
  )
}
