import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './choice-tiles.module.css'
import { FieldMessage } from './field-message.tsx'

type ChoiceTone = 'evergreen' | 'clay' | 'invest' | 'watch' | 'veto'

type Choice = {
  readonly value: string
  readonly label: ReactNode
  /** The figure of a share tile. */
  readonly figure?: ReactNode
  readonly detail?: ReactNode
  readonly icon?: ReactNode
  readonly tone?: ChoiceTone
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

/** Real radio inputs underneath, so that arrow keys and screen readers work as usual. */
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
    <fieldset className={styles.root} data-layout={layout} disabled={disabled} aria-describedby={error ? `${name}-error` : undefined}>
      <legend data-hidden={hideLegend}>
        {legend}
        {required && (
          <span className={styles.asterisk} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div className={styles.grid} style={{ '--columns': layout === 'rows' ? 1 : columns } as CSSProperties}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choiceTile} data-tone={choice.tone ?? tone}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required={required}
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
            {layout === 'rows' && <span className={styles.choiceTileDot} />}
          </label>
        ))}
      </div>
      {error && <FieldMessage id={`${name}-error`}>{error}</FieldMessage>}
    </fieldset>
  )
}
