import { expect, test } from 'vitest'
import { changeRoute, linkTo, type Route } from './route.ts'

const route: Route = { view: 'requests', id: '5', world: 'my-test', text: 'a b' }

test('an address has the view, the entry, the world and the filter, and only those that are given', () => {
  expect(linkTo(route)).toBe('#/requests/5?world=my-test&text=a%20b')
  expect(linkTo({ view: 'runs', id: '', world: '', text: '' })).toBe('#/runs')
  expect(linkTo({ view: 'runs', id: '', world: '', text: 'x' })).toBe('#/runs?text=x')
})

test('another view begins without the filter, unless the change brings one', () => {
  expect(changeRoute(route, { id: '6' }).text).toBe('a b')
  expect(changeRoute(route, { view: 'runs', id: '' }).text).toBe('')
  expect(changeRoute(route, { view: 'runs', text: 'echo' }).text).toBe('echo')
})
