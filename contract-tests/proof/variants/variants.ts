import { answerText } from './answer-text.ts'
import { lateEffects } from './late-effects.ts'
import type { LegalVariation } from './legal-variation.ts'
import { refusals } from './refusals.ts'
import { registries } from './registries.ts'
import { runs } from './runs.ts'

/** Every variation that conforms. What writes the text anew lies outermost. */
export const legalVariations: readonly LegalVariation[] = [...runs, ...registries, ...refusals, ...lateEffects, ...answerText]
