import skeletonsStyles from '#web/ui/feedback/skeletons.module.css'
import { Bone, Loading, RingSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './public-circle.module.css'

/** The server-rendered text of this circle (first-paint/first-paint.ts); kept readable while the page loads. */
const written = document.querySelector(`.first-paint .${styles.hero}`)
const writtenAt = window.location.pathname
const words = (part: string) => written?.querySelector(part)?.textContent ?? ''

/** Same dimensions as the page, so that nothing shifts when it has loaded. */
export function PublicCircleSkeleton() {
  const isKnown = written !== null && window.location.pathname === writtenAt
  return (
    <Loading label="Loading circle">
      <div className={styles.hero}>
        <div className={skeletonsStyles.boneLines}>
          {isKnown ? (
            <div>
              <p className={styles.place}>{words(`.${styles.place}`)}</p>
              <h1 className="display">{words('h1')}</h1>
              {words(`.${styles.words}`) && <p className={`lead ${styles.words}`}>{words(`.${styles.words}`)}</p>}
            </div>
          ) : (
            <>
              <Bone width={120} height={20} />
              <Bone width="80%" height={60} radius={10} />
              <Bone height={84} radius={10} />
            </>
          )}
          <Bone width="90%" height={54} radius={10} />
          <Bone width={180} height={52} radius={10} />
        </div>
        <Card className={styles.ring} padded={false}>
          <RingSkeleton size={280} stroke={22} />
          <Bone height={150} radius={10} />
        </Card>
      </div>
      <div className={styles.band}>
        <Bone height={350} radius={14} />
        <Bone height={350} radius={14} />
      </div>
    </Loading>
  )
}
