const sameYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const anyYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const isThisYear = (date: Date) => date.getFullYear() === new Date().getFullYear()

/** A moment by the clock of whoever reads it. `exactly` names the time zone too, for what has to be kept to. */
export function Moment({ at, exactly = false }: { at: string; exactly?: boolean }) {
  const date = new Date(at)
  const shown = exactly ? exact : isThisYear(date) ? sameYear : anyYear
  return (
    <time className="num" dateTime={at} title={exact.format(date)}>
      {shown.format(date)}
    </time>
  )
}
