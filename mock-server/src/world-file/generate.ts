import type { Faker } from '@faker-js/faker'
import { copyJson, type Json } from '../core/json.ts'
import type { ClockAndRandom } from '../expressions/read-expression.ts'

/**
 * Makes what fills a template with data of @faker-js/faker, by the time and the randomness of the service. A text that is
 * one placeholder becomes what that gives, a number too; in any other text placeholders become text.
 */
export function generator(template: Json): (input: object, around: ClockAndRandom) => Promise<Json> {
  return async (_input, { now, random }) => {
    const { en, Faker } = await loadFaker()
    const faker = new Faker({ locale: en, seed: Math.floor(random() * 2 ** 32) })
    faker.setDefaultRefDate(now())
    return fill(template, faker)
  }
}

/** Imports Faker, an optional peer dependency that only this file uses. */
export async function loadFaker(): Promise<typeof import('@faker-js/faker')> {
  const name = '@faker-js/faker'
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name).catch((cause: unknown) => {
    throw new Error(`Cannot generate data: npm install --save-dev ${name}`, { cause })
  })
}

function fill(template: Json, faker: Faker): Json {
  if (typeof template === 'string') return fillText(template, faker)
  if (typeof template !== 'object' || template === null) return template
  if (Array.isArray(template)) return template.map((item: Json) => fill(item, faker))
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, faker)]))
}

export const onePlaceholder: RegExp = /^\{\{([\w.]+)(?:\(([^{]*|\{.*\})\))?\}\}$/s

/** The largest number of items in a text. Faker has no limit of its own, and blocks the thread of the server. */
const most = 10_000
const counting =
  /\{\{(?:string\.\w+|lorem\.\w+|word\.words|helpers\.(?:arrayElements|fromRegExp|multiple|uniqueArray))\((.*?)\)/gs

/** Why a text with placeholders is not filled; undefined if it may be. */
export function refusalOf(text: string): string | undefined {
  const numbers = [...text.matchAll(counting)].flatMap(([, given = '']) => given.match(/\d+(?:\.\d+)?(?:e\+?\d+)?/gi) ?? [])
  const tooMuch = numbers.find((number) => Number(number) > most)
  return tooMuch === undefined ? undefined : `${tooMuch} of something is more than a response needs; request ${most} at most`
}

function fillText(text: string, faker: Faker): Json {
  const refusal = refusalOf(text)
  if (refusal !== undefined) throw new Error(`Cannot generate ${text}: ${refusal}`)
  const [, path, given] = onePlaceholder.exec(text) ?? []
  if (path === undefined) return faker.helpers.fake(text)
  const method: unknown = path.split('.').reduce<unknown>((value, name) => Object(value)[name], faker)
  if (typeof method !== 'function') throw new Error(`Cannot generate ${text}: faker.${path} is not a method`)
  return copyJson(given ? method(JSON.parse(given)) : method(), text)
}
