/** What may wait for a person. A new kind needs a source on the server and its words below. */
export const needKinds = ['vote', 'motion', 'charter', 'place', 'invitation', 'answer'] as const
export type NeedKind = (typeof needKinds)[number]

/** One thing that waits for a person. */
export type Need = {
  readonly kind: NeedKind
  readonly circle: { readonly _id: string; readonly title: string }
  /** The property's address, the motion's title or the charter's version; null if the circle is the subject. */
  readonly name: string | null
  readonly path: string
  /** Until when it can be done; null without a date. */
  readonly dueAt: string | null
  /** How many: answers to read, shares that came free; otherwise 1. */
  readonly count: number
}

/** Needs that are shown together, in one cell of the dashboard. */
const needCells = ['vote', 'agree', 'join', 'invitation', 'read'] as const
export type NeedCellKind = (typeof needCells)[number]

export type NeedCell = {
  readonly kind: NeedCellKind
  readonly label: string
  readonly figure: number
  readonly unit: string
  /** "Closes Thursday"; null without a date. */
  readonly due: string | null
  readonly what: string
  /** What the link says; it opens the soonest of them. */
  readonly action: string
  readonly path: string
}

const cellOf: Readonly<Record<NeedKind, NeedCellKind>> = {
  vote: 'vote',
  motion: 'vote',
  charter: 'agree',
  place: 'join',
  invitation: 'invitation',
  answer: 'read',
}

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more)

/** “A”, “A and B”, or “3 circles”. */
function circleNames(needs: readonly Need[]): string {
  const titles = [...new Map(needs.map(({ circle }) => [circle._id, circle.title])).values()]
  return titles.length > 2 ? `${titles.length} circles` : titles.join(' and ')
}

const nameOf = ({ kind, name }: Need): string => {
  if (kind === 'motion') return name ? `“${name}”` : 'A motion'
  return name ?? ''
}

/** What comes after the soonest: "1 motion", "2 properties", or "3 more". */
function restWords(rest: readonly Need[]): string {
  if (rest.every(({ kind }) => kind === 'motion')) return `${rest.length} ${many(rest.length, 'motion', 'motions')}`
  if (rest.every(({ kind }) => kind === 'vote')) return `${rest.length} more ${many(rest.length, 'property', 'properties')}`
  return `${rest.length} more`
}

function named([first, ...rest]: readonly [Need, ...Need[]]): string {
  const lead = rest.length === 0 ? nameOf(first) : `${nameOf(first)} and ${restWords(rest)}`
  return `${lead}, ${circleNames([first, ...rest])}`
}

type Needs = readonly [Need, ...Need[]]
type Words = {
  readonly label: string
  readonly unit: (count: number) => string
  /** Before the day. */
  readonly due: string
  readonly what: (needs: Needs) => string
  readonly action: string
}

const words: Readonly<Record<NeedCellKind, Words>> = {
  vote: { label: 'Vote', unit: (count) => many(count, 'vote waiting', 'votes waiting'), due: 'Closes', what: named, action: 'Vote' },
  agree: {
    label: 'Agree',
    unit: (count) => many(count, 'charter to agree to', 'charters to agree to'),
    due: 'Due',
    what: (needs) => (needs.length === 1 ? named(needs) : `New versions in ${circleNames(needs)}`),
    action: 'Read and agree',
  },
  join: {
    label: 'Join',
    unit: (count) => many(count, 'share came free', 'shares came free'),
    due: 'Ends',
    what: (needs) => `${circleNames(needs)}. Shares go to the first to join.`,
    action: 'Join',
  },
  invitation: {
    label: 'Invitation',
    unit: (count) => many(count, 'invitation', 'invitations'),
    due: 'Ends',
    what: circleNames,
    action: 'See the circle',
  },
  read: {
    label: 'Read',
    unit: (count) => many(count, 'answer to read', 'answers to read'),
    due: 'Due',
    what: (needs) => `To your questions in ${circleNames(needs)}`,
    action: 'Read answers',
  },
}

/** Without a date after everything that has one. */
const timeOf = ({ dueAt }: Need): number => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt))

/** One cell per kind that has something, the soonest first. `dayOf` writes a moment as a day: "Thursday". */
export function toNeedCells(needs: readonly Need[], dayOf: (dueAt: string) => string): NeedCell[] {
  const groups = needCells.flatMap((kind) => {
    const [first, ...rest] = needs.filter((need) => cellOf[need.kind] === kind).toSorted((a, b) => timeOf(a) - timeOf(b))
    return first ? [{ kind, needs: [first, ...rest] as const }] : []
  })
  return groups
    .toSorted((a, b) => timeOf(a.needs[0]) - timeOf(b.needs[0]))
    .map(({ kind, needs: [first, ...rest] }) => {
      const { label, unit, due, what, action } = words[kind]
      const figure = [first, ...rest].reduce((sum, { count }) => sum + count, 0)
      return {
        kind,
        label,
        figure,
        unit: unit(figure),
        due: first.dueAt === null ? null : `${due} ${dayOf(first.dueAt)}`,
        what: what([first, ...rest]),
        action,
        path: first.path,
      }
    })
}
