import { textParts } from './text-links.ts'

/** What someone wrote, as text alone; addresses of pages in it can be followed. */
export function LinkedText({ children }: { children: string }) {
  return textParts(children).map(({ at, text, href }) =>
    href === undefined ? (
      text
    ) : (
      <a key={at} className="text-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
}
