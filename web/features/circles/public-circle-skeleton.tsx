import { Bone, Loading, RingSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import beforeStyles from './before-joining.module.css'
import { InviteTop } from './invite-top.tsx'
import styles from './public-circle.module.css'

/** The server-rendered text of this circle (share-page/first-paint.ts); kept readable while the page loads. */
const written = document.querySelector(`.first-paint .${styles.hero}`)
const writtenAt = window.location.pathname
const words = (part: string) => written?.querySelector(part)?.textContent ?? ''

const figures = [
  { label: 'One arc', width: 110 },
  { label: 'Arcs left', width: 80 },
  { label: 'Investment target', width: 130 },
  { label: 'Members', width: 30 },
]
const unknown = { inviter: undefined, isPending: true, refusal: null }

function Words() {
  if (written === null || window.location.pathname !== writtenAt) {
    return (
      <>
        <div className={styles.place}>
          <Bone width={120} height="1.5em" />
        </div>
        <div className={`display ${styles.titleBone}`}>
          <Bone width="80%" height="1.04em" radius={10} />
        </div>
        <div className={`lead ${styles.words}`}>
          <Bone height="4.65em" radius={10} />
        </div>
      </>
    )
  }
  return (
    <>
      <p className={styles.place}>{words(`.${styles.place}`)}</p>
      <h1 className="display">{words('h1')}</h1>
      {words(`.${styles.words}`) && <p className={`lead ${styles.words}`}>{words(`.${styles.words}`)}</p>}
    </>
  )
}

/** Same dimensions as the page, so that nothing shifts when it has loaded. */
export function PublicCircleSkeleton({ invite }: { invite: string | null }) {
  return (
    <Loading label="Loading circle">
      {invite && <InviteTop invitation={unknown} />}
      <div className={styles.hero}>
        <div>
          <Words />
          <dl className={styles.figures}>
            {figures.map(({ label, width }) => (
              <div key={label}>
                <dt className="label">{label}</dt>
                <dd>
                  <Bone width={width} height="1.15em" />
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.funding}>
            <p>&nbsp;</p>
            <Bone height={6} />
          </div>
          <div className={styles.calls}>
            <Bone width={180} height="3.25rem" radius={10} />
          </div>
        </div>
        <Card className={styles.ring} padded={false}>
          <RingSkeleton size={280} stroke={22} />
          <Bone width="100%" height={150} radius={10} />
        </Card>
      </div>
      <div className={beforeStyles.columns}>
        <Bone height={350} radius={14} />
        <Bone height={350} radius={14} />
      </div>
    </Loading>
  )
}
