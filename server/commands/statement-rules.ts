import type { LedgerRule } from './book-rules.ts'

const own = (path: string) => `(figures #>> '{${path},ownCents}')::bigint`
const circle = (path: string) => `(figures #>> '{${path},circleCents}')::bigint`
const steps = ['capitalAtStart', 'corrected', 'putIn', 'incomeLessCosts', 'oddCents']

/** Statements that were issued. */
export const statementRules: readonly LedgerRule[] = [
  [
    'a statement does not add up from its start to its end',
    `select circle_id as id, 'statement of ' || year as detail from statements
     where ${steps.map(own).join(' + ')} - ${own('paidOut')} + (figures ->> 'handedOnCents')::bigint + (figures ->> 'takenOverCents')::bigint
         <> ${own('capitalAtEnd')}
       or ${steps.map(circle).join(' + ')} - ${circle('paidOut')} <> ${circle('capitalAtEnd')}
       or (select coalesce(sum((had ->> 'amountCents')::bigint), 0) from json_array_elements(figures -> 'has') as had)
         <> ${circle('capitalAtEnd')} - ${circle('oddCents')}`,
  ],
  [
    'the statements of a year are not together what the circle has',
    `select circle_id as id, 'statements of ' || year || ' sum to ' || sum(${own('capitalAtEnd')}) as detail from statements
     group by circle_id, year
     having count(distinct ${circle('capitalAtEnd')}) <> 1
       or (sum(json_array_length(figures -> 'arcs')) = max((figures ->> 'arcsOfCircle')::integer)
         and sum(${own('capitalAtEnd')}) <> max(${circle('capitalAtEnd')}))`,
  ],
  [
    'the hash of a statement is not that of its figures',
    `select circle_id as id, 'statement of ' || year as detail from statements
     where figures_sha256 <> encode(sha256(convert_to(figures::text, 'UTF8')), 'hex')`,
  ],
  [
    'a year was issued without statements',
    `select circle_id as id, 'year ' || year as detail from statement_years
     where not exists (select from statements where statements.circle_id = statement_years.circle_id and statements.year = statement_years.year)`,
  ],
]
