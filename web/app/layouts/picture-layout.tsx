import { Link, Outlet } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { PictureFrame } from '#web/ui/layout/picture-frame.tsx'
import styles from './frame.module.css'
import { LoadingLine } from './screen-outlet.tsx'

const pictures = ['1-city-terrace', '2-suburban-street', '3-lakeside-cabin', '4-warehouse-conversion'].map((name) => `/art/${name}.svg`)

/** Sign-in and registration share this layout, so that the slideshow continues between the two. */
export function PictureLayout() {
  return (
    <>
      <div className={styles.pictureLine}>
        <LoadingLine />
      </div>
      <PictureFrame
        pictures={pictures}
        tagline="Real Estate Investment Circles"
        home={
          <Link className={styles.home} to={paths.findCircles} aria-label="Arcstead, find circles">
            <Logo kind="pill" />
          </Link>
        }
      >
        <Outlet />
      </PictureFrame>
    </>
  )
}
