import { textParts } from './text-links.ts'

/** User-written text. Rendered as text; only web addresses in it become links. */
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
