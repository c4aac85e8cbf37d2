import type { Target } from '../../target/target.ts'
import { parameterOf } from './echoes.ts'

/** A body that a server must refuse, and a description that begins with "a body …". */
export interface MalformedBody {
  readonly description: string
  readonly text: string
}

export const WELL_FORMED_BODY = '{"args":[],"mode":"sync"}'

/** Creates a body with one argument, whose value is any text. */
function bodyWithValue(parameter: string, value: string): string {
  return `{"args":[{"name":${JSON.stringify(parameter)},"value":${value}}],"mode":"sync"}`
}

/** Lists bodies that are not JSON. */
export function listMalformedBodies(target: Target): MalformedBody[] {
  const name = parameterOf(target, 'string')
  // A number such as NaN is sent to a parameter of type number, so that a server does not refuse it for its type.
  const { number = name, object = name } = target.fixtures.echo.parameters

  return [
    { description: 'a body that is cut short', text: '{"args":[],"mode":"sync"' },
    { description: 'a body with text after its JSON', text: `${WELL_FORMED_BODY}x` },
    { description: 'a body followed by another one', text: WELL_FORMED_BODY + WELL_FORMED_BODY },
    { description: 'a body with a comma before its end', text: '{"args":[],"mode":"sync",}' },
    { description: 'a body with single quotes', text: "{'args':[],'mode':'sync'}" },
    { description: 'a body with names without quotes', text: '{args:[],mode:"sync"}' },
    { description: 'a body with a comment', text: '{"args":[],/* all */"mode":"sync"}' },
    { description: 'a body with NaN', text: bodyWithValue(number, 'NaN') },
    { description: 'a body with NaN in nested data', text: bodyWithValue(object, '{"a":[NaN]}') },
    { description: 'a body with a number that begins with 0', text: bodyWithValue(number, '07') },
    { description: 'a body with a line break in a string', text: bodyWithValue(name, '"two\nlines"') },
    { description: 'a form', text: 'args=1' },
    { description: 'a form of names in brackets', text: `args[0][name]=${name}&args[0][value]=x&mode=sync` },
    { description: 'an empty body', text: '' },
    // The lone surrogate is sent as the byte FF.
    { description: 'a body that is not UTF-8', text: `\udcff${WELL_FORMED_BODY}` },
  ]
}

/** Lists bodies that are not JSON, but that some parsers accept. */
export function listLenientBodies(target: Target): MalformedBody[] {
  const name = parameterOf(target, 'string')
  const { array = name, boolean = name, number = name } = target.fixtures.echo.parameters

  return [
    { description: 'a body followed by a bracket', text: `${WELL_FORMED_BODY}]` },
    { description: 'a body after a line of other characters', text: `)]}'\n${WELL_FORMED_BODY}` },
    { description: 'a body followed by a zero byte', text: `${WELL_FORMED_BODY}\0` },
    { description: 'a body with a form feed between its members', text: '{"args":[],\f"mode":"sync"}' },
    { description: 'a body with a comment after //', text: '{"args":[],// all\n"mode":"sync"}' },
    { description: 'a body with a comment after #', text: '{"args":[],# all\n"mode":"sync"}' },
    { description: 'a body with = and ; for : and ,', text: '{"args"=[];"mode"="sync"}' },
    { description: 'a body with a number that begins with a point', text: bodyWithValue(number, '.5') },
    { description: 'a body with a number that ends with a point', text: bodyWithValue(number, '1.') },
    { description: 'a body with a number that begins with +', text: bodyWithValue(number, '+1') },
    { description: 'a body with a number in hexadecimal', text: bodyWithValue(number, '0x10') },
    { description: 'a body with a truth value in capitals', text: bodyWithValue(boolean, 'TRUE') },
    { description: 'a body with a list in which an item is left out', text: bodyWithValue(array, '[1,,2]') },
    { description: 'a body without a comma between its members', text: '{"args":[] "mode":"sync"}' },
    { description: 'a body with a list in which a comma is left out', text: bodyWithValue(array, '[1 2]') },
    { description: 'a body with an escape that JSON does not have', text: bodyWithValue(name, '"\\q"') },
    { description: 'a body with an escape in hexadecimal', text: bodyWithValue(name, '"\\x41"') },
  ]
}

/** Bodies that are JSON, but not objects. */
export const nonObjectBodies: readonly MalformedBody[] = [
  { description: 'a list as the body', text: '[]' },
  { description: 'the body in a list', text: `[${WELL_FORMED_BODY}]` },
  { description: 'a string as the body', text: '"text"' },
  { description: 'null as the body', text: 'null' },
  { description: 'the body as a JSON text', text: JSON.stringify(WELL_FORMED_BODY) },
]
