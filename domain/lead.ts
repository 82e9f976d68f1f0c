/** The longest description that is shown in large type under a circle's title; a longer one is shown in a card. */
const longestLead = 360

export const isLead = (description: string): boolean => description.length <= longestLead
