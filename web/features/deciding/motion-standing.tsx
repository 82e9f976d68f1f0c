import { IconLock, IconScale } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Motion } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { arcsWords } from '#domain/arcs.ts'
import { countedIn, moreThan } from '#domain/counting.ts'
import { isolate } from '#domain/isolate.ts'
import { motionChoices, relatedParty } from '#domain/motions.ts'
import { lateWords, outcomeHint } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { useZone } from '#web/shared/time/zone.tsx'
import { OutcomeBadge } from '#web/shared/vote/outcome-badge.tsx'
import { StandingBar } from '#web/shared/vote/standing-bar.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'
import { comeAgainWords, titleOf } from './motion-words.ts'

/** The outcome so far in words, then the count, the rule, and who has no vote. */
export function MotionStanding({ circleId, motion, userId, arcOf, mayPropose }: MotionPartProps & { mayPropose: boolean }) {
  const { standing, rule } = motion
  const late = lateWords(standing.late)
  const hint = outcomeHint(standing.outcome)
  return (
    <Card className={styles.standing}>
      <h2>{motion.endedAt === null ? 'Where it stands' : 'Outcome'}</h2>
      {motion.endedAt !== null && <OutcomeBadge outcome={standing.outcome} />}
      <p className={`${styles.standingWords} num`}>{resultWords(motion)}</p>
      {hint && <p className="small sub">{hint}</p>}
      {late && <p className="small sub num">{late}</p>}
      <StandingBar choices={motionChoices} standing={standing} passesFrom={standing.passesFrom} />
      <End circleId={circleId} motion={motion} mayPropose={mayPropose} />
      <div className={styles.rule}>
        <IconDisc tone="sunk" size={34}>
          <IconScale {...iconProps(18)} />
        </IconDisc>
        <div>
          <p>{rule.words}</p>
          <p className="small sub num">
            {standing.passesFrom} of {countedIn(motion.countBy, standing.of)}, charter version {rule.charterVersion}. Abstaining counts as
            having voted.
          </p>
        </div>
      </div>
      <Conflicts motion={motion} userId={userId} arcOf={arcOf} />
      <Silent motion={motion} arcOf={arcOf} />
    </Card>
  )
}

/** A motion that was withdrawn or lapsed has no result, so it needs nothing more. */
function resultWords({ standing: { outcome, words }, lapsedBecause }: Motion): string {
  if (lapsedBecause) return `It did not come to a result: ${lapsedBecause.charAt(0).toLowerCase()}${lapsedBecause.slice(1)}`
  return outcome === 'withdrawn' ? 'It did not come to a result' : words
}

function End({ circleId, motion, mayPropose }: Pick<MotionPartProps, 'circleId' | 'motion'> & { mayPropose: boolean }) {
  const zone = useZone()
  if (motion.endedAt === null) return null
  const { followedBy, rule } = motion
  const comeAgain = mayPropose ? comeAgainWords(motion, zone) : null
  return (
    <div className={styles.end}>
      <IconNote icon={<IconLock {...iconProps(16)} />}>
        Shown as it stood on <Moment at={motion.endedAt} />, under charter version {rule.charterVersion}.
      </IconNote>
      {comeAgain && <p className="small sub">{comeAgain}</p>}
      {followedBy && (
        <p className="small sub">
          Followed by{' '}
          <Link className="text-link" to={paths.circleMotion(circleId, followedBy._id)}>
            <bdi>{titleOf(followedBy)}</bdi>
          </Link>
        </p>
      )}
    </div>
  )
}

type Ballot = Motion['ballots'][number]

/** Why a member has no vote on the motion, as the end of a sentence about them. */
function conflictWords({ facts, proposedBy, claim }: Motion, { user }: Ballot, isReader: boolean): string {
  if (facts.kind === 'release' && proposedBy._id === user) return isReader ? 'You ask to be released.' : 'They ask to be released.'
  if (facts.kind === 'let_go' && facts.member === user) return isReader ? 'It is about you.' : 'It is about them.'
  if (facts.kind === 'admit' || facts.kind === 'settle') return isReader ? 'You are a party to it.' : 'They are a party to it.'
  if ((facts.kind === 'spend' || facts.kind === 'sell') && facts.relatedMember === user && (claim === null || claim.isSo)) {
    const who = relatedParty(facts)
    return isReader ? `You said that the ${who} is related to you.` : `They said that the ${who} is related to them.`
  }
  return isReader ? 'You said that you profit from it.' : 'They said that they profit from it.'
}

/** Everyone who is left out is named, with the reason, and what it does to the count. */
function Conflicts({ motion, userId, arcOf }: Pick<MotionPartProps, 'motion' | 'userId' | 'arcOf'>) {
  const leftOut = motion.ballots.filter((ballot) => ballot.isLeftOut)
  const { of: counted, silent, leftOut: amount } = motion.standing
  // Those who are away are subtracted after them.
  const of = counted + silent
  return leftOut.map((ballot, index) => {
    const isReader = ballot.user === userId
    const isLast = index === leftOut.length - 1
    return (
      <div key={ballot.user} className={styles.conflict}>
        <Avatar initial={ballot.name.charAt(0)} arc={arcOf(ballot.user)} size={34} />
        <p className="num">
          <strong>{isReader ? 'You have no vote here.' : `${isolate(ballot.name)} has no vote here.`}</strong>{' '}
          {conflictWords(motion, ballot, isReader)}{' '}
          {motion.countBy === 'arcs'
            ? `${isReader ? 'Your' : 'Their'} ${arcsWords(ballot.arcs)} ${ballot.arcs === 1 ? 'is' : 'are'} left out`
            : `${isReader ? 'You are' : 'They are'} left out`}
          {isLast && amount > 0 ? `: ${of + amount} − ${amount} = ${of}.` : '.'}
        </p>
      </div>
    )
  })
}

/** Everyone whose arcs are left out because they have not been here for long, and what it does to the count. */
function Silent({ motion, arcOf }: Pick<MotionPartProps, 'motion' | 'arcOf'>) {
  const away = motion.ballots.filter((ballot) => ballot.isSilent)
  const { of, silent, passesFrom } = motion.standing
  const takesHalfOfAll = passesFrom > moreThan(motion.rule.moreThan, of)
  const isOpen = motion.endedAt === null
  return away.map((ballot, index) => (
    <div key={ballot.user} className={styles.conflict}>
      <Avatar initial={ballot.name.charAt(0)} arc={arcOf(ballot.user)} size={34} />
      <p className="num">
        <strong>
          {isolate(ballot.name)} {isOpen ? 'is' : 'was'} away.
        </strong>{' '}
        {leftOutWords(motion, ballot, isOpen)}
        {index === away.length - 1 && silent > 0 ? `: ${of + silent} − ${silent} = ${of}.` : '.'}
        {index === away.length - 1 && takesHalfOfAll && ` Yes still takes more than half of all ${of + silent}.`}
      </p>
    </div>
  ))
}

function leftOutWords({ countBy }: Motion, { arcs }: Ballot, isOpen: boolean): string {
  const until = isOpen ? ' until they come back' : ''
  if (countBy === 'people') return `They ${isOpen ? 'are' : 'were'} left out${until}`
  const verb = arcs === 1 ? (isOpen ? 'is' : 'was') : isOpen ? 'are' : 'were'
  return `Their ${arcsWords(arcs)} ${verb} left out${until}`
}
