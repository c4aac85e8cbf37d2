import { answerText } from './legal-servers/answer-text.ts'
import { lateEffects } from './legal-servers/late-effects.ts'
import type { LegalVariation } from './legal-servers/legal-variation.ts'
import { refusals } from './legal-servers/refusals.ts'
import { registries } from './legal-servers/registries.ts'
import { runs } from './legal-servers/runs.ts'

/** Every variation that conforms. What writes the text anew lies outermost. */
export const legalVariations: readonly LegalVariation[] = [...runs, ...registries, ...refusals, ...lateEffects, ...answerText]
