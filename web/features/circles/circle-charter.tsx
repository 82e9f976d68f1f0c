import type { Charter } from '#contract/deciding.ts'
import { formatDetailDate } from '#domain/dates.ts'
import { ruleWords } from '#domain/outcome.ts'
import { Card } from '#web/ui/card.tsx'
import { Clauses } from '#web/ui/clauses.tsx'

/** How the circle decides, in words, for whoever thinks of joining. */
export function CircleCharter({ charter }: { charter: Charter }) {
  return (
    <Card padded={false} className="circle-charter">
      <h2>How this circle decides</h2>
      <p className="circle-charter-rule">{ruleWords(charter.rules)}.</p>
      <Clauses clauses={charter.clauses} />
      <p className="label">
        Charter version {charter.version}
        {charter.at && `, since ${formatDetailDate(charter.at)}`}. Whoever joins agrees to the version of that day.
      </p>
    </Card>
  )
}
