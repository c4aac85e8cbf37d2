import type { Observation } from './observation.ts'
import { checkOrder } from './observations/check-order.ts'
import { exePayload } from './observations/exe-payload.ts'
import { manBody } from './observations/man-body.ts'
import { regErrorBody } from './observations/reg-error-body.ts'
import { runErrorBody } from './observations/run-error-body.ts'
import { runFailedHttp } from './observations/run-failed-http.ts'
import { runIdField } from './observations/run-id-field.ts'
import { runModeDefault } from './observations/run-mode-default.ts'
import { runRecord } from './observations/run-record.ts'

/** Every observation of something that the source document does not show. */
export const observations: readonly Observation[] = [
  checkOrder,
  exePayload,
  manBody,
  regErrorBody,
  runErrorBody,
  runFailedHttp,
  runIdField,
  runModeDefault,
  runRecord,
]
