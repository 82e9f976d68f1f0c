import { belongsToCircle, type CircleRelation, mayReadInside, mayReadMotions, maySeeCircle } from './circle.ts'

/** Where a reported thing stands, which says who can see it. */
export type ReportedPlace = 'circle' | 'inside' | 'motion' | 'conversation' | 'open_question' | 'answered_question'

type Sight = CircleRelation & { readonly isHidden: boolean }

const seers: Readonly<Record<ReportedPlace, (relation: Sight) => boolean>> = {
  circle: (relation) => maySeeCircle(relation, relation),
  inside: mayReadInside,
  motion: mayReadMotions,
  conversation: belongsToCircle,
  // Only the owner reads it besides the person who asked.
  open_question: ({ isOwner }) => isOwner,
  answered_question: (relation) => maySeeCircle(relation, relation),
}

/** People may report what they can see. */
export const mayReport = (place: ReportedPlace, relation: Sight): boolean => seers[place](relation)
