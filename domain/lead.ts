/** As much of a circle's description as stands well in large type under its title; a longer one gets a card of its own. */
const longestLead = 360

export const isLead = (description: string): boolean => description.length <= longestLead
