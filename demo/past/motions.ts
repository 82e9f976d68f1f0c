import { acceptCurrentCharter } from '#server/features/deciding/accept-charter.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { decideProperty } from './decide-property.ts'
import { findCircle, memberOf, type Past } from './past.ts'
import { propose } from './propose.ts'

/** The investor to sign in as is in three circles that have decided more than properties. */
export async function writeMotions(past: Past): Promise<void> {
  await writeSycamoreCourt(past)
  await writeShockoeRow(past)
  await writeBellStreet(past)
}

/** Members: Mei Chen (1 arc), Maya Sorensen (1), Margot Dubois (3), Isaac Rosen (1). */
async function writeSycamoreCourt(past: Past): Promise<void> {
  const circle = await findCircle(past, 'Sycamore Court')
  await propose(past, circle, {
    by: 0,
    from: 22,
    to: 15,
    title: 'Margot keeps our accounts',
    text: 'Margot has kept the books of her own shop for twelve years and offers to keep ours. She would send everyone a page each quarter.',
    facts: { kind: 'treasurer', member: memberOf(circle, 2).id },
    posts: [
      [3, 'Would you also deal with the insurer, Margot?'],
      [2, 'Gladly. I have the folder from the first building anyway.'],
    ],
    votes: [
      [0, 'yes', 'She is the most careful of us.'],
      [3, 'yes'],
      [1, 'yes', 'Thank you for offering.'],
      [2, 'yes'],
    ],
  })
  await propose(past, circle, {
    by: 3,
    from: 18,
    to: 11,
    title: 'Survey the second building before we bid',
    text: 'Two of the cellars were wet in spring. A structural survey costs less than one week of regret; Fairmount Surveyors can come within ten days.',
    facts: { kind: 'spend', amountCents: 145_000, category: 'other', repeats: null, relatedMember: memberOf(circle, 2).id },
    payee: 'Fairmount Surveyors',
    isSo: false,
    posts: [
      [2, 'Is that with or without the roof?'],
      [3, 'With the roof; they bring a drone. Margot, is one of them not your cousin?'],
      [2, 'No, only the same name.'],
    ],
    votes: [
      [3, 'yes'],
      [2, 'yes', 'Fair price. The last one cost us more.'],
      [1, 'yes'],
      [0, 'no', 'The seller has a survey from last year that we have not read yet.'],
    ],
  })
  await propose(past, circle, {
    by: 1,
    from: 12,
    to: 4,
    title: 'Count votes by person',
    text: 'Half of the arcs are in one hand, so most votes are over before the rest of us have voted. I propose one say for each member.',
    facts: { kind: 'rules', rules: { countBy: 'people', threshold: 50, quorum: 75, vetoBlocks: false } },
    posts: [
      [2, 'I carry half of the cost. It seems fair to me that it counts.'],
      [0, 'I see both sides. Could we meet halfway and raise the quorum instead?'],
    ],
    votes: [
      [1, 'yes'],
      [2, 'no', 'Whoever pays half should not have a quarter of the say.'],
      [0, 'yes', 'With four members it is still easy to agree.'],
      [3, 'abstain'],
    ],
  })
}

/** Members: Ingrid Halvorsen (2 arcs), Maya Sorensen, Grace Okafor, Celeste Laurent, Hector Ibarra, Odette Fontaine, Priya Raman (1 each). */
async function writeShockoeRow(past: Past): Promise<void> {
  const { tx, at, publicUrl } = past
  const circle = await findCircle(past, 'Shockoe Row')
  const [ingrid, odette] = [memberOf(circle, 0), memberOf(circle, 5)]
  await decideProperty(past, circle, {
    address: '140 Northgate Lane',
    from: 58,
    to: 51,
    votes: [
      [4, 'invest'],
      [6, 'watchList', 'The street floods once a year; I would wait for the new drain.'],
      [0, 'watchList'],
      [2, 'invest', 'Best light of all that we have seen.'],
      [5, 'watchList', 'Fine for me at five percent less.'],
    ],
  })
  const { version } = await readCurrentCharter(tx, circle.id)
  await at(50, () => acceptCurrentCharter(tx, ingrid, circle.id, version, { publicUrl }))
  await propose(past, circle, {
    by: 0,
    from: 49,
    to: 42,
    title: 'Odette is our treasurer',
    text: 'Until now I have kept the accounts beside everything else. Odette is an accountant, and she has the time.',
    facts: { kind: 'treasurer', member: odette.id },
    votes: [
      [0, 'yes'],
      [4, 'yes', 'Long overdue, and the right person.'],
      [3, 'yes'],
      [1, 'yes'],
      [2, 'yes'],
      [6, 'yes'],
      [5, 'yes', 'Gladly. I will send everyone the figures each month.'],
    ],
  })
  await propose(past, circle, {
    by: 6,
    from: 41,
    to: 33,
    title: 'Paint the shutters before we buy',
    text: 'The seller would let us paint the street side now, so that the row looks lived-in over the winter.',
    facts: { kind: 'spend', amountCents: 260_000, category: 'repairs', repeats: null, relatedMember: null },
    payee: 'Lowell Painters',
    posts: [
      [4, 'Do we pay for paint on walls that are not ours yet?'],
      [6, 'It comes off the price if we sign by spring.'],
    ],
    votes: [
      [6, 'yes'],
      [4, 'no', 'Not before it is ours.'],
      [0, 'no'],
      [1, 'no', 'The money is better kept for the boilers.'],
      [5, 'abstain'],
    ],
  })
  await propose(past, circle, {
    by: 5,
    from: 30,
    to: 22,
    title: 'Keep a reserve of $9,000',
    text: 'Six months of insurance and tax for the row. In an emergency the treasurer may spend up to $1,200 at a time and tells everyone the same day.',
    facts: { kind: 'reserve', floorCents: 900_000, emergencyCents: 120_000 },
    votes: [
      [5, 'yes'],
      [0, 'yes', 'Six months is what my bank advises too.'],
      [2, 'yes'],
      [3, 'no', 'Three months would do.'],
      [1, 'yes'],
    ],
  })
  await propose(past, circle, {
    by: 2,
    from: 20,
    to: 13,
    title: 'Meet on the first Sunday of each month',
    text: 'An hour by video, with the figures beforehand. Whoever cannot come reads the notes.',
    facts: { kind: 'general' },
    votes: [
      [2, 'yes'],
      [6, 'yes', 'I will write the notes.'],
    ],
  })
  const first = await propose(past, circle, {
    by: 3,
    from: 6.5,
    to: -3,
    title: 'Insure the row',
    text: 'We need a policy from the day of closing. I have asked two insurers.',
    facts: { kind: 'general' },
    votes: [],
  })
  await propose(past, circle, {
    by: 3,
    from: 5,
    to: -4.2,
    title: 'Insure the row with Tidewater Mutual for the first year',
    text: 'Two offers are on the table: Tidewater Mutual for $3,480 and Piedmont for $4,120, with the same cover. Tidewater wants an answer before the end of the month. This takes the place of my first motion, which named no insurer.',
    facts: { kind: 'spend', amountCents: 348_000, category: 'insurance', repeats: null, relatedMember: null },
    payee: 'Tidewater Mutual',
    supersedes: first,
    posts: [
      [4, 'Does it cover the cellars?'],
      [3, 'Yes, up to $40,000, and the canal wall is named in it.'],
    ],
    votes: [
      [3, 'yes'],
      [4, 'yes', 'Same cover for $640 less.'],
      [6, 'no', 'Piedmont settled our claim in a week. I would pay for that.'],
    ],
  })
  await propose(past, circle, {
    by: 0,
    from: 2.2,
    to: -9,
    title: 'Keep the tenant on the ground floor',
    text: 'Mrs. Bray has had her repair shop there for nineteen years and would sign for three more at the present rent.',
    facts: { kind: 'general' },
    votes: [
      [0, 'yes'],
      [1, 'yes', 'A good tenant is worth more than a higher rent.'],
      [5, 'yes'],
    ],
  })
  await decideProperty(past, circle, {
    address: '5 Heron Avenue',
    from: 1.8,
    to: -5.4,
    votes: [[3, 'invest', 'The roof is new after all.']],
  })
}

/** Members: Marcus Bell (1 arc), Maya Sorensen (2), Clara Lindqvist (2). */
async function writeBellStreet(past: Past): Promise<void> {
  const circle = await findCircle(past, 'Bell Street Bakehouse')
  await propose(past, circle, {
    by: 2,
    from: 72,
    to: 65,
    title: 'Offer five percent more',
    text: 'The tenants have made an offer of their own. With five percent more we would still be within our range.',
    facts: { kind: 'general' },
    votes: [
      [2, 'yes'],
      [1, 'no', 'I would rather they had it than outbid them.'],
      [0, 'no', 'We wanted it to stay a bakery, and it will.'],
    ],
  })
  await propose(past, circle, {
    by: 0,
    from: 58,
    to: 44,
    title: 'End the circle',
    text: 'The bakers have bought the house themselves. That is what we wanted when we began, so there is nothing left for us to buy.',
    facts: { kind: 'wind_up' },
    posts: [[2, 'It was a pleasure. Let us find another one together.']],
    votes: [
      [0, 'yes', 'With thanks to everyone.'],
      [2, 'yes'],
      [1, 'yes', 'A good ending.'],
    ],
  })
}
