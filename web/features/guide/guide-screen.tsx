import { guidePages } from 'virtual:guide'
import { useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'
import { TextPage } from '#web/ui/layout/text-page.tsx'
import styles from './guide-screen.module.css'

const [, ...chapters] = guidePages

/** The user's guide (docs/guide), for everybody. */
export function GuideScreen() {
  const { page: name = '' } = useParams()
  const { hash } = useLocation()
  const page = guidePages.find((other) => other.name === name)
  const next = page && guidePages[guidePages.indexOf(page) + 1]
  useEffect(() => {
    if (page) document.title = `${page.title} · Arcstead`
  }, [page])
  // The browser looked for the heading of a deep link before this screen was rendered.
  useEffect(() => {
    if (page) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [page, hash])

  if (!page)
    return (
      <NotFoundState title="Page Not Found" to={paths.help} back="Go to Help">
        The guide has no page at this address.
      </NotFoundState>
    )
  return (
    <TextPage
      key={name}
      title={page.title}
      contents={
        name !== '' &&
        chapters.map((chapter) => (
          <li key={chapter.name}>
            <Link to={paths.helpPage(chapter.name)} aria-current={chapter === page ? 'page' : undefined}>
              {chapter.title}
            </Link>
          </li>
        ))
      }
    >
      <div className={styles.root}>
        <page.Text />
      </div>
      {name !== '' && next && (
        <p className={styles.next}>
          Next:{' '}
          <Link className="text-link" to={paths.helpPage(next.name)}>
            {next.title}
          </Link>
        </p>
      )}
    </TextPage>
  )
}
