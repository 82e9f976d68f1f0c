import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ChoiceGroup } from './choice-group.tsx'
import styles from './choice-tiles.module.css'

type ChoiceTone = 'evergreen' | 'clay' | 'invest' | 'watch' | 'veto'

type Choice = {
  readonly value: string
  readonly label: ReactNode
  /** The figure of a share tile. */
  readonly figure?: ReactNode
  readonly detail?: ReactNode
  readonly icon?: ReactNode
  readonly tone?: ChoiceTone
  /** It cannot be chosen now; `detail` says why. */
  readonly isDisabled?: boolean
}

type ChoiceTilesProps = {
  legend: ReactNode
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string) => void
  /** `clay` marks the person's own amounts. */
  tone?: ChoiceTone
  /**
   * `plain` centres a short label, `shares` stacks label, figure and detail, `rows` has one choice with an icon per line. An icon stands
   * above the label in `stacked`, centred, and in `kinds`, on the left.
   */
  layout?: 'plain' | 'shares' | 'rows' | 'stacked' | 'kinds'
  columns?: number
  required?: boolean
  hideLegend?: boolean
  error?: ReactNode
  disabled?: boolean
}

/** One choice of a few, all visible. */
export function ChoiceTiles({
  legend,
  choices,
  value,
  onChange,
  tone = 'evergreen',
  layout = 'plain',
  columns = 4,
  required = false,
  hideLegend = false,
  error,
  disabled = false,
}: ChoiceTilesProps) {
  const name = useId()
  return (
    <ChoiceGroup legend={legend} required={required} hideLegend={hideLegend} error={error} disabled={disabled} data-layout={layout}>
      <div className={styles.grid} style={{ '--columns': layout === 'rows' ? 1 : columns } as CSSProperties}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choiceTile} data-tone={choice.tone ?? tone}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required={required}
              disabled={choice.isDisabled}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon && <span className={styles.choiceTileIcon}>{choice.icon}</span>}
            <span className={styles.choiceTileWords}>
              <span className={styles.choiceTileLabel}>{choice.label}</span>
              {choice.figure && <span className={styles.choiceTileFigure}>{choice.figure}</span>}
              {choice.detail && <span className={`${styles.choiceTileDetail} num`}>{choice.detail}</span>}
            </span>
            {(layout === 'shares' || layout === 'kinds') && <IconCircleCheck className={styles.choiceTileCheck} {...iconProps(20)} />}
            {layout === 'stacked' && <IconCheck className={styles.choiceTileCheck} {...iconProps(16)} />}
            {layout === 'plain' && <IconCheck className={styles.choiceTileCheck} {...iconProps(14)} />}
            {layout === 'rows' && <span className={styles.choiceTileDot} />}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
