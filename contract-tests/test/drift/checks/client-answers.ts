import { readResponse } from '@wfhost/sdk/schemas'
import { allowsAnswer } from '../compile-document.ts'
import type { DriftCheck } from '../drift-check.ts'
import { type AnswerProbe, listAnswerProbes, newWords, replaceTexts } from '../probes.ts'

/** The document against the schemas of the client: they give the same verdict on every answer. */
export function createClientAnswers(): DriftCheck {
  const judged = listAnswerProbes().map(judge)
  return {
    name: 'client answers',
    find: ({ document, validators }) => {
      if (validators === undefined) return []
      const words = newWords(document)
      const worded = words.length === 0 ? [] : listAnswerProbes((value) => replaceTexts(value, words)).map(judge)
      return [...judged, ...worded]
        .filter(({ accepted, probe }) => allowsAnswer(validators, probe) !== accepted)
        .map(({ accepted, probe }) => describeDifference(probe, accepted))
    },
  }
}

function judge(probe: AnswerProbe): { readonly probe: AnswerProbe; readonly accepted: boolean } {
  return { probe, accepted: readResponse(probe.operationId, probe).problems.length === 0 }
}

function describeDifference({ body, operationId, status }: AnswerProbe, accepted: boolean): string {
  return `${operationId} ${status} ${JSON.stringify(body)}: the client ${accepted ? 'accepts' : 'refuses'} it, the document does not agree`
}
