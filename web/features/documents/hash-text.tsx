import { Fragment } from 'react'
import styles from './documents.module.css'

const groups = [0, 8, 16, 24, 32, 40, 48, 56]

/** Breaks only between groups of eight, so that it can be compared; copied it has no spaces. */
export function HashText({ sha256 }: { sha256: string }) {
  return (
    <p className={styles.hash}>
      {groups.map((at) => (
        <Fragment key={at}>
          {sha256.slice(at, at + 8)}
          <wbr />
        </Fragment>
      ))}
    </p>
  )
}
