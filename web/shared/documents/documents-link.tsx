import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import styles from './documents-link.module.css'

/** Below a choice among the circle's documents: where they are added. */
export const DocumentsLink = ({ circleId, isEmpty }: { circleId: string; isEmpty: boolean }) => (
  <Link className={`text-link ${styles.root}`} to={paths.circleDocuments(circleId)}>
    {isEmpty ? 'Add it to the documents first' : 'All documents'}
  </Link>
)
