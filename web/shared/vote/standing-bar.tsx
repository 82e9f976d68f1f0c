import { ChoiceSign, choiceLabel, toneOf, type VoteChoice } from './choices.tsx'
import styles from './standing-bar.module.css'
import { StandingLine } from './standing-line.tsx'

type StandingBarProps<Choice extends VoteChoice> = {
  choices: readonly Choice[]
  /** In arcs or members, as the circle's rules count. */
  standing: Readonly<Record<Choice | 'of' | 'voted', number>>
  /** From how many it passes, where the rule of that moment is known. */
  passesFrom?: number | undefined
  /** In lists: without the counts. */
  small?: boolean
}

/** The votes as a bar of everything that may vote, with the counts below it. */
export function StandingBar<Choice extends VoteChoice>({ choices, standing, passesFrom, small = false }: StandingBarProps<Choice>) {
  if (standing.of === 0) return null
  const parts = choices.map((choice) => ({ tone: toneOf(choice), amount: standing[choice] }))
  return (
    <>
      <StandingLine parts={parts} of={standing.of} passesFrom={passesFrom} small={small} />
      {!small && (
        <ul className={`${styles.legend} num`}>
          {choices.map((choice) => (
            <li key={choice} data-tone={toneOf(choice)}>
              <ChoiceSign choice={choice} size={16} />
              {choiceLabel(choice)} <b>{standing[choice]}</b>
            </li>
          ))}
          <li>
            Not voted <b>{standing.of - standing.voted}</b>
          </li>
          {passesFrom !== undefined && (
            <li>
              <i className={styles.mark} aria-hidden="true" />
              Passes from <b>{passesFrom}</b>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
