import { IconCoinOff, IconScale, IconUserCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { arcsHeldText, type IntroducedCircle, introduction } from '#domain/introduction.ts'
import { isolate } from '#domain/isolate.ts'
import { useIsVisitor } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { Bone, RingSkeleton } from '#web/ui/feedback/skeletons.tsx'
import cardStyles from '#web/ui/layout/card.module.css'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './introduction.module.css'
import { introductionQuery } from './introduction.queries.ts'

/** The same key as in web/public/opening.js. */
const hiddenKey = 'introduction-hidden'

function readHidden(): boolean {
  try {
    return localStorage.getItem(hiddenKey) !== null
  } catch {
    // Storage is disabled.
    return false
  }
}

function storeHidden(): void {
  try {
    localStorage.setItem(hiddenKey, 'true')
  } catch {
    // It is then hidden until the page is loaded again.
  }
}

const icons: Readonly<Record<(typeof introduction.facts)[number]['key'], ComponentType<ReturnType<typeof iconProps>>>> = {
  payment: IconCoinOff,
  people: IconUserCheck,
  rule: IconScale,
}

function Example({ circle }: { circle: IntroducedCircle }) {
  return (
    <div className={styles.example}>
      <ActionButton variant="outline" className={styles.action} to={paths.circlePublic(circle._id)}>
        {introduction.action}
      </ActionButton>
      <p className={`${styles.arcs} num`}>
        {`${isolate(circle.title)}, ${circle.city}:`}
        <br />
        {arcsHeldText(circle)}
      </p>
    </div>
  )
}

function Ring({ circle }: { circle: IntroducedCircle }) {
  return (
    <ArcRing
      size={180}
      pace="slow"
      target={circle.totalTargetSize}
      arcs={circle.holdings.map((amount, index) => ({ key: String(index), amount, label: index === 0 ? 'Circle Owner' : 'Member' }))}
      openPrices={circle.openArcPrices}
    />
  )
}

/** Tells visitors what a circle and an arc are. The server's first paint writes the same (share-page/first-paint.ts). */
export function Introduction() {
  const isVisitor = useIsVisitor()
  const [isHidden, setHidden] = useState(readHidden)
  const isShown = isVisitor && !isHidden
  const { data, isPending } = useQuery({ ...introductionQuery, enabled: isShown })
  if (!isShown) return null

  const circle = data?.circle ?? null
  const hide = () => {
    storeHidden()
    setHidden(true)
    focusPageHeading()
  }
  return (
    <section
      className={`${cardStyles.root} ${styles.root}`}
      aria-label={introduction.label}
      aria-busy={isPending}
      data-has-circle={circle !== null || isPending}
    >
      <div className={styles.words}>
        <p className={styles.sentence}>{introduction.sentence.map((part, index) => (index % 2 === 1 ? <b key={part}>{part}</b> : part))}</p>
        {circle && <Example circle={circle} />}
        {isPending && (
          <div className={styles.example}>
            <Bone width={190} height={44} radius={10} />
            <Bone width={180} height={40} />
          </div>
        )}
      </div>
      {(circle || isPending) && (
        <figure className={styles.ring}>{circle ? <Ring circle={circle} /> : <RingSkeleton size={180} stroke={15} />}</figure>
      )}
      <ul className={styles.facts}>
        {introduction.facts.map(({ key, title, text }) => {
          const Icon = icons[key]
          return (
            <li key={key}>
              <span className={styles.icon}>
                <Icon {...iconProps(18)} />
              </span>
              <div>
                <b>{title}</b>
                <span className={styles.more}>{text}</span>
              </div>
            </li>
          )
        })}
      </ul>
      <IconAction className={styles.hide} label="Hide this for good" icon={<IconX {...iconProps(18)} />} onClick={hide} />
    </section>
  )
}
