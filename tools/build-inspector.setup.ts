import { test } from '@playwright/test'
import { buildInspector } from '../mock-server/inspector/build.ts'

test('the inspector is built', () => buildInspector())
