import type { Circle } from '#contract/circles.ts'
import { type Stage, stageOf } from '#domain/stages.ts'

type Known = Pick<Circle, 'sharesTotal' | 'sharesAvailable'> & { readonly stage?: Stage }

/** The stage in the reply of a circle; without one, the stage that follows from its arcs. */
export const circleStage = ({ stage, sharesTotal, sharesAvailable }: Known): Stage =>
  stage ?? stageOf({ isEnded: false, arcs: sharesTotal, freeArcs: sharesAvailable, holding: null })
