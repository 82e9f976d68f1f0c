import { readdirSync, readFileSync } from 'node:fs'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { noticeWords } from '#domain/notices.ts'
import { recordWords } from '#domain/record.ts'
import { MotionRow } from '#web/features/deciding/motion-row.tsx'
import { PropertyVoteList } from '#web/features/deciding/property-votes.tsx'
import { VoteList } from '#web/shared/vote/vote-list.tsx'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { sampleDeciding } from '#web/testing/sample-property.ts'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'

const name = 'محمد'

/** The texts with the name that neither an element nor characters isolate. */
function notIsolated(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent ?? ''
    const isBare = text.replaceAll(`\u2068${name}\u2069`, '').includes(name)
    if (isBare && !walker.currentNode.parentElement?.closest('bdi')) texts.push(text)
  }
  return texts
}

const vote = {
  user: 'a',
  name,
  arcs: 1,
  late: 0,
  isSilent: false,
  preference: 'invest' as const,
  reason: null,
  at: '2026-11-18T00:00:00.000Z',
}

describe('a name in Arabic does not swap places with a number beside it', () => {
  test.each([
    ['in the legend of a ring', <RingLegend key="" caption="Arcs" rows={[{ key: 'a', name, amount: '1 arc' }]} />],
    [
      'in a list of votes',
      <VoteList key="" userId="b" arcOf={() => 0} votes={[{ user: 'a', name, choice: 'yes', details: '1 arc', reason: null }]} />,
    ],
    [
      'beside reasons',
      <PropertyVoteList
        key=""
        userId="b"
        arcOf={() => 0}
        deciding={sampleDeciding({ votes: [{ ...vote, isChanged: false, history: [] }] })}
      />,
    ],
    [
      'in a list of motions',
      <MemoryRouter key="">
        <MotionRow circleId="c" isEnded={false} motion={{ ...sampleMotion(), title: name, proposedBy: { _id: 'a', name } }} />
      </MemoryRouter>,
    ],
  ])('%s', (_where, part) => {
    const { container } = renderUi(part)
    expect(container.textContent).toContain(name)
    expect(notIsolated(container)).toEqual([])
  })

  test('in notices and in the record', () => {
    expect(noticeWords({ kind: 'shares_free', facts: { count: 2 }, circleTitle: name, address: null, motionTitle: null })).toBe(
      `2 arcs came free in \u2068${name}\u2069`,
    )
    const rules = { countBy: 'arcs', threshold: 'majority', quorum: 50, vetoBlocks: true } as unknown as Parameters<
      typeof recordWords
    >[0]['rules']
    const entry = { kind: 'closing_date', address: name, state: null, closesAt: '2026-11-18T12:00:00.000Z', version: 1, rules } as const
    expect(recordWords(entry, 'UTC')).toBe(`\u2068${name}\u2069 closes on 18 November 2026`)
  })
})

/** What holds a name or a title that people chose. */
const chosen =
  /(?:fullName\([\w.?]+\)|nameOf\([\w.]+\)|titleOf\([\w.]+\)|\b(?:circle|followedBy|supersedes)\.title|\bproperty\.address|\b(?:vote|ballot|owner|actor|passkey|proposedBy|treasurer)\.name|\buser\.firstName)/
const inTemplate = new RegExp(`\\$\\{${chosen.source}\\}`)
const besideWords = new RegExp(
  `(?:[\\w,:;.] ?\\{${chosen.source}\\}|(?<![=>$( ])\\{${chosen.source}\\} ?[\\w,:;.]|^\\s*\\{${chosen.source}\\} \\w)`,
)
/** Names of files and keys are no sentences. */
const isNoSentence = /fileName|saveFile|\.csv|key[:=]|document\.title/

const bare = (line: string): boolean => !isNoSentence.test(line) && (inTemplate.test(line) || besideWords.test(line))

test('no screen writes a name beside words without isolating it', () => {
  const files = ['web/features', 'web/shared', 'web/app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/dev-/.test(file))
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(bare)
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([['`Leave $', '{circle.title}?`'].join(''), 'Added by {fullName(user)}', '        {user.firstName} may ask again'])(
  '%s is refused',
  (line) => {
    expect(bare(line)).toBe(true)
  },
)
