import { Bone, Loading, RingSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { isLeadCard } from '#web/ui/layout/lead-cards.ts'
import { MapCard, MapCardGrid } from '#web/ui/map/map-card.tsx'
import { phoneQuery } from '#web/ui/theme/theme.ts'
import styles from './find-circles.module.css'

/** Three rows; on a phone three cards, the others are far below what is seen. */
const mostShown = () => (window.matchMedia(phoneQuery).matches ? 3 : 9)

/** Same size as the cards, so that nothing shifts when they load. */
export function CircleCardSkeletons({ cards }: { cards: number }) {
  const keys = Array.from({ length: Math.min(cards, mostShown()) }, (_, index) => `card-${index}`)
  return (
    <Loading label="Loading circles">
      <div className={styles.found}>
        <Bone width={170} height={26} />
        <Bone width={132} height={44} radius={10} />
        <div className={styles.hint}>
          <Bone width={300} height={20} />
        </div>
      </div>
      <MapCardGrid>
        {keys.map((key, index) => (
          <li key={key} aria-hidden="true">
            <MapCard
              title=" "
              map={<Bone height={200} radius={0} />}
              disc={<RingSkeleton size={isLeadCard(index, keys.length) ? 140 : 88} stroke={isLeadCard(index, keys.length) ? 14 : 9} />}
              isLead={isLeadCard(index, keys.length)}
              place={<Bone width="60%" height={22} />}
              facts={[{ key: 'fact', icon: null, text: <Bone width={180} height={20} /> }]}
              price={<Bone height={46} />}
              sums={[{ label: ' ', value: <Bone width={90} height={25} /> }]}
              progress={<Bone height={34} />}
              action={<Bone height={44} radius={10} />}
            />
          </li>
        ))}
      </MapCardGrid>
    </Loading>
  )
}
