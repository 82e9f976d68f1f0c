import styles from './global-loading-line.module.css'

export function GlobalLoadingLine({ active }: { active: boolean }) {
  return <div className={styles.root} role="progressbar" aria-label="Loading" aria-hidden={!active} data-active={active} />
}
