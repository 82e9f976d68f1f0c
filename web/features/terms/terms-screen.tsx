import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from '#web/api/config.ts'
import { TextPage } from '#web/ui/layout/text-page.tsx'
import styles from './terms-screen.module.css'
import { lastUpdated, termsSections } from './terms-text.tsx'
import { useSectionInView } from './use-section-in-view.ts'

const sectionIds = termsSections(null).map(({ id }) => id)

/** The contents at the left highlight the section in view. */
export function TermsScreen() {
  const { data: config } = useQuery(configQuery)
  const current = useSectionInView(sectionIds)
  // The browser looked for the section of a deep link before this screen was rendered.
  // In braces: new browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  const support = config ? (
    <a className="text-link" href={`mailto:${config.supportEmail}`}>
      {config.supportEmail}
    </a>
  ) : (
    'our support team'
  )
  const sections = termsSections(support)
  return (
    <TextPage
      title="Terms of Service"
      note={`Last updated ${lastUpdated}`}
      contents={sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    >
      <div className={styles.sections}>
        {sections.map(({ id, title, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              <span>{index + 1}</span> {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </TextPage>
  )
}
