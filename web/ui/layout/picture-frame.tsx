import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { arcPath, fullTurn, trimmed } from '#web/ui/ring/ring-geometry.ts'
import styles from './picture-frame.module.css'

type PictureStageProps = {
  /** Full-bleed pictures for the slideshow. */
  pictures: readonly string[]
  tagline: string
  /** Link to the start page, at the top left. */
  home: ReactNode
  /** The panel at the right; on phones it is at the bottom. */
  children: ReactNode
}

const turnEvery = 6000

/** A slideshow behind a panel. The ring shows the current picture and pauses the slideshow. */
export function PictureFrame({ pictures, tagline, home, children }: PictureStageProps) {
  const still = useReducedMotion()
  const [paused, pause] = useState(false)
  const [current, setCurrent] = useState(0)
  const turns = !still && !paused && pictures.length > 1

  useEffect(() => {
    if (!turns) return
    const timer = setInterval(() => setCurrent((index) => (index + 1) % pictures.length), turnEvery)
    return () => clearInterval(timer)
  }, [turns, pictures.length])

  const shown = still ? 0 : current
  return (
    <div className={styles.root}>
      <div className={styles.plates} aria-hidden="true">
        {pictures.map((picture, index) => (
          <Plate
            key={picture}
            src={picture}
            isCurrent={index === shown}
            isNear={index === shown || (!still && index === (shown + 1) % pictures.length)}
          />
        ))}
      </div>
      <div className={styles.front}>
        <div className={styles.say}>
          {home}
          <div className={styles.tagline}>
            <button
              type="button"
              aria-label={paused ? 'Play background pictures' : 'Pause background pictures'}
              disabled={still}
              onClick={() => pause(!paused)}
            >
              <PictureRing count={pictures.length} current={shown} />
            </button>
            <p>{tagline}</p>
          </div>
        </div>
        <main className={styles.sheet}>{children}</main>
      </div>
    </div>
  )
}

/** A picture is loaded shortly before it is shown, so that the first visit loads only one. */
function Plate({ src, isCurrent, isNear }: { src: string; isCurrent: boolean; isNear: boolean }) {
  const [wasNear, setWasNear] = useState(isNear)
  if (isNear && !wasNear) setWasNear(true)
  return wasNear ? <img src={src} alt="" data-current={isCurrent} fetchPriority={isCurrent ? 'high' : 'low'} /> : null
}

function PictureRing({ count, current }: { count: number; current: number }) {
  const part = fullTurn / count
  return (
    <svg width="44" height="44" viewBox="0 0 40 40" fill="none" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <path
          key={index}
          d={arcPath(20, 16, trimmed({ from: index * part, to: (index + 1) * part }, 0.2, 0.2))}
          stroke={index === current ? 'var(--pine-clay)' : 'var(--pine-on)'}
          strokeOpacity={index === current ? 1 : 0.45}
          strokeWidth="5"
        />
      ))}
    </svg>
  )
}
