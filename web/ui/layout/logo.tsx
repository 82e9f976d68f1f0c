import styles from './logo.module.css'

function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M17.34 2.67A13.4 13.4 0 1 1 11.07 28.46" stroke="var(--logo-a)" strokeWidth="3.6" />
      <path d="M8.82 27.31A13.4 13.4 0 0 1 3.88 10.29" stroke="var(--logo-b)" strokeWidth="3.6" />
      <path d="M5.16 8.12A13.4 13.4 0 0 1 14.66 2.67" stroke="var(--logo-a)" strokeWidth="3.6" opacity=".55" />
      <path d="M11.4 22.4V16.2a4.6 4.6 0 0 1 9.2 0v6.2Z" fill="var(--logo-a)" />
    </svg>
  )
}

/** `pill` is for pictures, `onDark` for the dark sidebar. */
export function Logo({ kind = 'plain' }: { kind?: 'plain' | 'pill' | 'onDark' }) {
  return (
    <span className={styles.root} data-kind={kind}>
      <LogoMark size={kind === 'pill' ? 36 : 32} />
      Arcstead
    </span>
  )
}
