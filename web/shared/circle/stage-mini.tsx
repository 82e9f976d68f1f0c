import { type Stage, stageLabels, stages } from '#domain/stages.ts'
import styles from './stage-mini.module.css'

/** The stage as five dashes and a word. */
export function StageMini({ stage }: { stage: Stage }) {
  const present = stages.indexOf(stage)
  return (
    <p className={styles.root}>
      <span className="visually-hidden">{`Stage ${present + 1} of ${stages.length}: ${stageLabels[stage]}`}</span>
      <span className={styles.dashes} aria-hidden="true">
        {stages.map((each, index) => (
          <i key={each} data-when={index < present ? 'past' : index === present ? 'now' : 'next'} />
        ))}
      </span>
      <span aria-hidden="true">{stageLabels[stage]}</span>
    </p>
  )
}
