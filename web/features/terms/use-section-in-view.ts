import { useEffect, useState } from 'react'

/** Pixels below the window's top edge; a section is current once its heading has passed this line. */
const readingLine = 140

/** The last section whose heading has passed the line; at the end of the page, the last section. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= readingLine)
      setCurrent((isAtEnd && window.scrollY > 0 ? ids.at(-1) : passed.at(-1)) ?? ids[0])
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
    }
  }, [ids])
  return current
}
