export const subjectNames = { property_id: 'property', motion_id: 'motion', circle_id: 'circle', question_id: 'question' } as const

/** What posts are about: a property, a motion, a circle (its conversation) or a question of someone who thinks of joining. */
export type Subject = { readonly column: keyof typeof subjectNames; readonly id: string }

export type Topic = { readonly subject: Subject; readonly circleId: string }
