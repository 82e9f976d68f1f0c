import styles from './global-loading-line.module.css'

/** A thin line under the top bar while any request is on its way. */
export function GlobalLoadingLine({ active }: { active: boolean }) {
  return <div className={styles.root} role="progressbar" aria-label="Loading" aria-hidden={!active} data-active={active} />
}
