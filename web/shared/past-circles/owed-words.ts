import { type Cents, formatCents } from '#domain/money.ts'

/** What is owed between the circle and someone who left it. */
export function owedWords(owedCents: Cents): string {
  if (owedCents === 0) return 'Nothing is owed to you'
  return owedCents > 0 ? `You are owed ${formatCents(owedCents)}` : `You owe ${formatCents(-owedCents)}`
}
