import './global-loading-line.css'

/** A thin line under the top bar while any request is on its way. */
export function GlobalLoadingLine({ active }: { active: boolean }) {
  return <div className="global-loading-line" role="progressbar" aria-label="Loading" aria-hidden={!active} data-active={active} />
}
