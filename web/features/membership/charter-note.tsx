import { useState } from 'react'
import type { Charter } from '#contract/deciding.ts'
import { ruleWords } from '#domain/outcome.ts'
import { Clauses } from '#web/ui/layout/clauses.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './join.module.css'

/** The charter that joining accepts. A version that arrives while the person is reading is expanded, so that nobody accepts it unread. */
export function CharterNote({ charter }: { charter: Charter }) {
  const [readVersion] = useState(charter.version)
  const isNew = charter.version !== readVersion
  return (
    <section className={styles.charterNote} aria-label="The circle’s charter">
      <p>
        By joining you agree to <strong>version {charter.version}</strong> of the circle’s charter. {ruleWords(charter.rules)}.
      </p>
      {isNew && (
        <p className={factsStyles.notice} role="status">
          The rules changed while you were here. This is the new version: please read it before you join.
        </p>
      )}
      <details key={charter.version} open={isNew}>
        <summary>Read the charter, version {charter.version}</summary>
        <Clauses clauses={charter.clauses} />
      </details>
    </section>
  )
}
