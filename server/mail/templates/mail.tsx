import type { CSSProperties, ReactNode } from 'react'
import { brand } from '#domain/brand.ts'
import type { Zone } from '#domain/dates.ts'
import type { UnsubscribableKind } from '#domain/mail-kinds.ts'
import { unnamedAdmin } from '#domain/person.ts'

// Imported wherever a mail is queued, so without React Email, which loads slowly: only the layout needs it.

/** Values that every mail shows. */
export type Site = { readonly publicUrl: string; readonly supportEmail: string }

/** What a mail says. The layout shows it as one message and one button on a card. */
export type MailContent = {
  /**
   * Of what people chose, a subject has the circle's title at most: it is shown as ours, administrators see it, and a sent mail keeps it
   * after a person is erased.
   */
  readonly subject: string
  /** The line that a mail program shows beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly action: { readonly label: string; readonly link: string }
  readonly note: ReactNode
  readonly body: ReactNode
}

/** Everything about one mail, in the file of its name. */
export type Mail<Props> = {
  /** The setting that switches it off; null for mails that are always sent: about the account, rights and money. */
  readonly kind: UnsubscribableKind | null
  /**
   * The props for an unconfirmed address. Anyone can register someone else's address and choose names and titles; none of these texts may
   * reach the owner of the address. Names of invited people were set by an administrator.
   */
  readonly neutral: (props: Props) => Props
  /** `zone` is the recipient's. */
  readonly content: (props: Props, site: Site & { readonly zone: Zone }) => MailContent
}

export const nameless = <Props extends { firstName: string }>(props: Props): Props => ({ ...props, firstName: '' })
export const asIs = <Props,>(props: Props): Props => props
export const someCircle = 'a circle of yours'

// Mail programs load no fonts of ours: who has them installed sees them, everyone else sees the nearest kin.
export const bodyFont = "Figtree, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** A name without spaces must not widen the table that a mail is laid out in. */
export const breaking: CSSProperties = { wordBreak: 'break-word' }
export const paragraph: CSSProperties = {
  ...breaking,
  margin: '0 0 16px',
  fontFamily: bodyFont,
  fontSize: 16,
  lineHeight: '26px',
  color: brand.ink2,
}

export const P = ({ children }: { children: ReactNode }) => (
  <p className="ink-2" style={paragraph}>
    {children}
  </p>
)

/** Opens a mail; without a name where the recipient's is not known to be their own, and for an administrator who has not given one. */
export const Hello = ({ firstName }: { firstName: string }) => (
  <P>{firstName && firstName !== unnamedAdmin.firstName ? `Hello ${firstName},` : 'Hello,'}</P>
)

export const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="ink" style={{ fontWeight: 600, color: brand.ink }}>
    {children}
  </strong>
)

export const TextLink = ({ href, children = href.replace(/^mailto:/, '') }: { href: string; children?: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="link" style={{ color: brand.evergreen, textDecorationLine: 'none' }}>
    {children}
  </a>
)
