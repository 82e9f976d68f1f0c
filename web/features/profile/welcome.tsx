import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import styles from './profile.module.css'

const steps = [
  ['Complete your profile', 'Tell us where you would like to invest, for how much, and in what kind of property.'],
  ['Join or create a circle', 'Find people with a plan like yours, or start a circle of your own.'],
  ['View and vote on properties', 'Members and brokers bring listings, and everyone says what they are ready to invest in.'],
  ['Invest together', 'At 100% funding the group can proceed with the acquisition.'],
] as const

/** Twelve arcs of $75,000; the animation fills nine of them one by one. */
const example = [225_000, 150_000, 75_000, 75_000, 150_000].map((amount, index) => ({ key: String(index), amount, label: '' }))

export function Welcome() {
  return (
    <>
      <PageHeading subtitle="Real estate, bought together in small circles.">Welcome to Arcstead</PageHeading>
      <div className={styles.welcomeIdea}>
        <section>
          <h2>The concept</h2>
          <p>
            A circle is a group of people who buy property together. Its target is cut into equal shares, which we call arcs. Whoever takes
            an arc holds that part of what the circle buys.
          </p>
          <h2>Our mission</h2>
          <p>
            Owning real estate should not take a fortune. We bring together people who share a plan, and keep every share, every vote and
            every dollar in plain sight of the whole circle.
          </p>
        </section>
        <ArcRing
          size={160}
          target={900_000}
          arcs={example}
          openPrices={[75_000, 75_000, 75_000]}
          label="An example: a circle of twelve arcs, 75% funded by 5 members"
        />
      </div>
      <section>
        <h2>How it works</h2>
        <ol className={styles.welcomeSteps}>
          {steps.map(([title, text], index) => (
            <li key={title}>
              <span className={styles.welcomeNumber} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <b>{title}</b>
                <p className="sub">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
