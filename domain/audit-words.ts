/** What the audit log shows of a row. */
type AuditWords = {
  readonly act: string
  readonly subjectId: string | null
  readonly fields: readonly string[]
  readonly facts: Readonly<Record<string, unknown>>
  /** The current names of the ids in this row. */
  readonly names: Readonly<Record<string, string>>
}

/** `user.made_admin` becomes "User made admin". */
export function actText(act: string): string {
  const words = act.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const shortId = (id: string): string => (id.length > 13 ? `…${id.slice(-12)}` : id)

export const subjectText = ({ subjectId, names }: AuditWords): string => (subjectId ? (names[subjectId] ?? shortId(subjectId)) : '')

const factText = (value: unknown, names: AuditWords['names']): string =>
  typeof value === 'string' ? (names[value] ?? value) : JSON.stringify(value)

/** "Fields: firstName, email · circle: Harbor Lofts, amount: 75000" */
export function detailsText({ fields, facts, names }: AuditWords): string {
  const shown = Object.entries(facts).map(([name, value]) => `${name}: ${factText(value, names)}`)
  return [fields.length > 0 && `Fields: ${fields.join(', ')}`, shown.join(', ')].filter(Boolean).join(' · ')
}
