import type pg from 'pg'
import { formatDollars } from '#domain/money.ts'
import { bankRules } from './bank-rules.ts'
import { bookRules, type LedgerRule } from './book-rules.ts'
import { distributionRules } from './distribution-rules.ts'
import { offerRules } from './offer-rules.ts'
import { saleRules } from './sale-rules.ts'
import { statementRules } from './statement-rules.ts'

/** One kind of inconsistency and the circles that have it: in the ledger, the stages, the closed motions and the book. */
export type Disagreement = {
  readonly what: string
  readonly circles: readonly { readonly id: string; readonly title: string; readonly detail: string }[]
}

type LedgerFigures = {
  readonly circles: number
  readonly circlesWithArcs: number
  readonly arcs: number
  readonly arcsHeld: number
  readonly dollarsHeld: number
  readonly memberships: number
  readonly membershipsInForce: number
  readonly rows: number
  readonly dollarsWritten: number
}

type LedgerProof = { readonly figures: LedgerFigures; readonly disagreements: readonly Disagreement[] }

const dollars = (column: string) => `to_char(${column}, 'FM$999,999,999,999,990')`

/** Each query returns the circles that break the rule: id and details. */
const rules: readonly LedgerRule[] = [
  [
    'the ledger’s sum differs from the arcs held',
    `select circle_id as id, 'ledger ' || ${dollars('written')} || ', arcs ' || ${dollars('held')} as detail from (
       select circle_id, sum(written) as written, sum(held) as held from (
         select circle_id, amount as written, 0 as held from ledger
         union all select circle_id, 0, price from arcs where membership_id is not null) both_sides
       group by circle_id) sums where written <> held`,
  ],
  [
    'a membership’s arcs differ from its ledger',
    `select circle_id as id, 'membership ' || membership_id || ': ledger ' || ${dollars('written')} || ', arcs ' || ${dollars('held')} as detail from (
       select circle_id, membership_id, sum(written) as written, sum(held) as held from (
         select circle_id, membership_id, amount as written, 0 as held from ledger
         union all select circle_id, membership_id, 0, price from arcs where membership_id is not null) both_sides
       group by circle_id, membership_id) sums where written <> held`,
  ],
  [
    'an arc’s holder is not whom the ledger last names for it',
    `select circle_id as id, 'arc ' || string_agg(number::text, ', ' order by number) as detail from (
       select circle_id, number, membership_id from arcs
       ) arc full join (
       select distinct on (l.circle_id, number) l.circle_id, number, case when kind not in ('removed', 'handed_on') then membership_id end as named
       from ledger l cross join unnest(l.arcs) as number order by l.circle_id, number, l.id desc
       ) said using (circle_id, number)
     where membership_id is distinct from named group by circle_id`,
  ],
  [
    'a ledger row names another person than its membership',
    `select l.circle_id as id, 'row ' || min(l.id) as detail from ledger l join memberships m on m.id = l.membership_id
     where m.user_id <> l.user_id group by l.circle_id`,
  ],
  [
    'the prices of the arcs do not sum to the target',
    `select id, 'target ' || coalesce(${dollars('total_target_size')}, 'not set') || ', arcs ' || ${dollars('coalesce(prices, 0)')} as detail
     from circles left join (select circle_id, sum(price) as prices from arcs group by circle_id) a on a.circle_id = circles.id
     where coalesce(prices, 0) <> case when minimum_share_size is null then 0 else coalesce(total_target_size, 0) end`,
  ],
  [
    'the arcs are not as many, or not priced, as the share size says',
    `select id, 'share ' || coalesce(minimum_share_size, 'not set') || ', arcs ' || count(*) as detail from (
       select id, minimum_share_size, total_target_size, substr(minimum_share_size, 3)::int as shares from circles) c
     join arcs a on a.circle_id = c.id
     group by id, minimum_share_size, shares, total_target_size
     having count(*) is distinct from shares or max(number) is distinct from shares
       or bool_or(number < shares and price <> round(total_target_size::numeric / shares))`,
  ],
  [
    'an arc is held by a membership that has ended',
    `select a.circle_id as id, 'arc ' || string_agg(number::text, ', ' order by number) as detail
     from arcs a join memberships m on m.id = a.membership_id where m.ended_at is not null group by a.circle_id`,
  ],
  [
    'the last stage dated is not the stage that follows from the arcs',
    `select id, 'dated ' || coalesce(dated, 'never') || ', is ' || stage as detail from (
       select id, (select stage from stage_history where circle_id = circles.id order by id desc limit 1) as dated,
         case when ended_at is not null then 'ended' when holding is not null then holding
           when exists (select from arcs where circle_id = circles.id)
             and not exists (select from arcs where circle_id = circles.id and membership_id is null) then 'deciding'
           else 'gathering' end as stage
       from circles) stages where coalesce(dated, 'gathering') <> stage`,
  ],
  [
    'the stored count of a closed motion differs from its votes',
    `select circle_id as id, 'motion ' || motion_id as detail from (
       select r.*, c.outcome as closing, v.*,
         -- Results of versions that did not ask the member named have no stored number of votes in favour.
         m.kind in ('treasurer', 'owner') and r.passes_from is not null as needs_their_yes,
         r.passes_from is not null and v_silent > 0 and r.passes_from * 2 <= v_of + v_silent and m.kind <> 'owner' as passes_too_easily
       from decision_record r
       join motions m on m.id = r.motion_id
       left join motion_closings c on c.record_id = r.id and c.motion_id = r.motion_id
       cross join lateral (
         select coalesce(sum(weight) filter (where counts), 0) as v_of,
           coalesce(sum(weight) filter (where counts and choice = 'yes'), 0) as v_yes,
           coalesce(sum(weight) filter (where counts and choice = 'no'), 0) as v_no,
           coalesce(sum(weight) filter (where counts and choice = 'abstain'), 0) as v_abstain,
           coalesce(sum(weight) filter (where is_left_out), 0) as v_left_out,
           coalesce(sum(weight) filter (where is_silent and not is_left_out), 0) as v_silent,
           coalesce(sum(late) filter (where counts), 0) as v_late,
           coalesce(bool_or(is_named and choice = 'yes'), false) as agrees
         from (select is_left_out, is_silent, not is_left_out and not is_silent as counts, choice, late, user_id::text = m.facts ->> 'member' as is_named,
             case when r.count_by = 'arcs' then arcs when arcs > 0 or late = 0 then 1 else 0 end as weight
           from record_votes where record_id = r.id) counted) v
       where r.kind = 'motion_closed') both_sides
     where passes_too_easily or (held, yes, no, abstain, voted, left_out, coalesce(silent, 0), late, outcome, closing) is distinct from
       (v_of, v_yes, v_no, v_abstain, v_yes + v_no + v_abstain, v_left_out, v_silent, v_late,
         case when v_of > 0 and v_yes * needs_of > needs_parts * v_of and v_yes >= coalesce(passes_from, 0)
             and (agrees or not needs_their_yes) and (v_yes + v_no + v_abstain) * 100 >= quorum * v_of then 'passed'
           when (v_yes + v_no + v_abstain) * 100 < quorum * v_of then 'too_few_voted' else 'did_not_pass' end, outcome)`,
  ],
  [
    'a motion that passed has not exactly one effect, or another has one',
    `select m.circle_id as id, m.kind || ' ' || m.id as detail from motions m
     left join motion_closings c on c.motion_id = m.id
     where coalesce(c.outcome = 'passed', false) <> exists (select from motion_effects e where e.motion_id = m.id and e.record_id = c.record_id)
       or (m.kind = 'treasurer' and coalesce(c.outcome = 'passed', false)) <> exists (select from treasurers t where t.record_id = c.record_id)
       or (m.kind = 'reserve' and coalesce(c.outcome = 'passed', false)) <> exists (select from reserves s where s.record_id = c.record_id)
       or (c.motion_id is null and exists (select from motion_effects e where e.motion_id = m.id))`,
  ],
  [
    'a motion is open although an arc is free',
    `select circle_id as id, 'motion ' || motion_id as detail from open_decisions
     where motion_id is not null and closes_at > now()
       and exists (select from arcs where arcs.circle_id = open_decisions.circle_id and membership_id is null)`,
  ],
  ...bookRules,
  ...bankRules,
  ...offerRules,
  ...saleRules,
  ...distributionRules,
  ...statementRules,
]

const mostNamed = 20

/** Runs all queries on one snapshot, so that parallel purchases cause no false alarm. */
export async function proveLedger(client: pg.ClientBase): Promise<LedgerProof> {
  await client.query('begin transaction isolation level repeatable read, read only')
  try {
    const disagreements: Disagreement[] = []
    for (const [what, sql] of rules) {
      const { rows } = await client.query<{ id: string; title: string; detail: string }>(
        `select found.id, title, detail from (${sql}) found join circles on circles.id = found.id order by found.id limit ${mostNamed}`,
      )
      if (rows.length > 0) disagreements.push({ what, circles: rows })
    }
    return { figures: await readFigures(client), disagreements }
  } finally {
    await client.query('rollback')
  }
}

async function readFigures(client: pg.ClientBase): Promise<LedgerFigures> {
  const { rows } = await client.query<Record<keyof LedgerFigures, string>>(`
    select (select count(*) from circles) as circles, "circlesWithArcs", arcs, "arcsHeld", "dollarsHeld",
           memberships, "membershipsInForce", rows, "dollarsWritten"
    from (select count(distinct circle_id) as "circlesWithArcs", count(*) as arcs, count(membership_id) as "arcsHeld",
                 coalesce(sum(price) filter (where membership_id is not null), 0) as "dollarsHeld" from arcs) a,
         (select count(*) as memberships, count(*) filter (where ended_at is null) as "membershipsInForce" from memberships) m,
         (select count(*) as rows, coalesce(sum(amount), 0) as "dollarsWritten" from ledger) l`)
  const found = rows[0]
  if (!found) throw new Error('The database gave no figures')
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value)])) as LedgerFigures
}

const figure = (value: number) => value.toLocaleString('en-US')

/** What to print: figures if everything agrees, otherwise the inconsistencies. */
export function describeProof({ figures, disagreements }: LedgerProof): string {
  const counted = [
    ['circles', figure(figures.circles), `${figure(figures.circlesWithArcs)} with arcs`],
    ['arcs', figure(figures.arcs), `${figure(figures.arcsHeld)} held, worth ${formatDollars(figures.dollarsHeld)}`],
    ['memberships', figure(figures.memberships), `${figure(figures.membershipsInForce)} in force`],
    ['ledger rows', figure(figures.rows), `sum ${formatDollars(figures.dollarsWritten)}`],
  ]
  const table = counted.map(([name = '', count = '', detail = '']) => `  ${name.padEnd(12)} ${count.padStart(12)}   ${detail}`)
  if (disagreements.length === 0) return ['The ledger and the arcs agree, to the dollar.', ...table].join('\n')
  const found = disagreements.flatMap(({ what, circles }) => [
    `${what}:`,
    ...circles.map(({ id, title, detail }) => `  ${id}  ${title}: ${detail}`),
    ...(circles.length === mostNamed ? ['  … and maybe more'] : []),
  ])
  return ['The ledger and the arcs DISAGREE. Stop selling, keep a backup of this state and look into:', ...found, ...table].join('\n')
}
