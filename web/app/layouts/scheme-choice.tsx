import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import styles from './scheme-choice.module.css'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

/** Light, dark or system. Saved in this browser. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <div className={styles.root}>
      <span className="label" id="scheme-choice-label">
        Appearance
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="scheme-choice-label"
        data={[...schemes]}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme)}
      />
    </div>
  )
}
