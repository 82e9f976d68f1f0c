import { Body, Button, Column, Container, Head, Heading, Html, Link, Preview, Row, Section, Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { brand } from '#domain/brand.ts'
import type { MailContext, Site } from './mail-content.ts'

// Mail programs load no fonts of ours: who has them installed sees them, everyone else sees the nearest kin.
const display = "Newsreader, Georgia, 'Times New Roman', serif"
const body = "Figtree, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** A name without spaces must not widen the table that a mail is laid out in. */
const breaking: CSSProperties = { wordBreak: 'break-word' }
const paragraph: CSSProperties = { ...breaking, margin: '0 0 16px', fontFamily: body, fontSize: 16, lineHeight: '26px', color: brand.ink2 }
const small: CSSProperties = { ...paragraph, fontSize: 14, lineHeight: '21px', color: brand.ink3 }

/** Left out of the plain text. */
const onlyHtml = { 'data-skip-in-text': 'true' }

export const P = ({ children }: { children: ReactNode }) => <Text style={paragraph}>{children}</Text>

/** Opens a mail; without a name where the recipient's is not known to be their own. */
export const Hello = ({ firstName }: { firstName: string }) => <P>{firstName ? `Hello ${firstName},` : 'Hello,'}</P>

export const Strong = ({ children }: { children: ReactNode }) => <strong style={{ fontWeight: 600, color: brand.ink }}>{children}</strong>

export const TextLink = ({ href }: { href: string }) => (
  <Link href={href} style={{ color: brand.evergreen }}>
    {href.replace(/^mailto:/, '')}
  </Link>
)

/** The mark from borders and a rounded block: pictures are blocked until someone allows them, these are not. */
function Mark() {
  const ring: CSSProperties = {
    width: 26,
    height: 26,
    borderRadius: '50%',
    borderStyle: 'solid',
    borderWidth: 4,
    borderColor: `${brand.fadedEvergreen} ${brand.evergreen} ${brand.evergreen} ${brand.clay}`,
    fontSize: 0,
    lineHeight: 0,
  }
  const arch: CSSProperties = {
    display: 'inline-block',
    width: 10,
    height: 12,
    marginTop: 7,
    borderRadius: '5px 5px 0 0',
    backgroundColor: brand.evergreen,
  }
  return (
    <div aria-hidden="true" style={ring}>
      <div style={{ textAlign: 'center' }}>
        <span style={arch} />
      </div>
    </div>
  )
}

function Masthead({ site }: { site: Site }) {
  const name: CSSProperties = {
    fontFamily: display,
    fontSize: 24,
    lineHeight: '34px',
    fontWeight: 500,
    color: brand.ink,
    textDecoration: 'none',
  }
  return (
    <Row {...onlyHtml}>
      <Column style={{ width: 46, verticalAlign: 'middle' }}>
        <Mark />
      </Column>
      <Column style={{ verticalAlign: 'middle' }}>
        <Link href={site.publicUrl} style={name}>
          Arcstead
        </Link>
      </Column>
    </Row>
  )
}

type Action = { readonly label: string; readonly link: string }

function ActionButton({ label, link }: Action) {
  const button: CSSProperties = {
    backgroundColor: brand.evergreen,
    borderRadius: 10,
    padding: '14px 26px',
    fontFamily: body,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 600,
    color: brand.surface,
  }
  return (
    <Section style={{ margin: '26px 0 28px' }}>
      <Button href={link} style={button}>
        {label}
      </Button>
    </Section>
  )
}

/** The button's address as text, for mail programs without buttons. An e-mail address is readable as it is. */
function PlainLink({ link }: { link: string }) {
  if (!link.startsWith('http')) return null
  return (
    <Section {...onlyHtml} style={{ borderTop: `1px solid ${brand.line}`, paddingTop: 18 }}>
      <Text style={{ ...small, margin: '0 0 4px' }}>Or open this address:</Text>
      <Text style={{ ...small, margin: 0, wordBreak: 'break-all' }}>
        <TextLink href={link} />
      </Text>
    </Section>
  )
}

/** The plain text writes the address of a link after its words. */
const Unsubscribe = ({ site, link }: { site: Site; link: string }) => (
  <>
    <br />
    <Link href={link} style={{ color: brand.evergreen }}>
      Stop mails of this kind
    </Link>
    <br />
    <Link href={`${site.publicUrl}${paths.profile}`} style={{ color: brand.evergreen }}>
      Choose which mails you get
    </Link>
  </>
)

type SheetProps = {
  readonly site: MailContext
  /** The line that a mail program shows beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly children: ReactNode
  readonly action: Action
  readonly note: ReactNode
}

/** The layout of every mail: one message and one button on a card. */
export function MailLayout({ site, preview, heading, children, action, note }: SheetProps) {
  const title: CSSProperties = {
    ...breaking,
    margin: '0 0 18px',
    fontFamily: display,
    fontSize: 30,
    lineHeight: '36px',
    fontWeight: 500,
    letterSpacing: '-0.012em',
    color: brand.ink,
  }
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <style>
          {'@media (max-width: 480px) { .card { padding: 28px 22px !important } .paper { padding: 24px 12px 36px !important } }'}
        </style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, backgroundColor: brand.paper, fontFamily: body }}>
        <Container className="paper" style={{ maxWidth: 560, padding: '40px 20px 48px' }}>
          <Masthead site={site} />
          <Section
            className="card"
            style={{
              margin: '22px 0 24px',
              padding: '38px 40px 34px',
              backgroundColor: brand.surface,
              border: `1px solid ${brand.line}`,
              borderRadius: 14,
            }}
          >
            <Heading as="h1" style={title}>
              {heading}
            </Heading>
            {children}
            <ActionButton {...action} />
            <Text style={{ ...small, margin: '0 0 20px' }}>{note}</Text>
            <PlainLink link={action.link} />
          </Section>
          <Text style={{ ...small, margin: 0, fontSize: 13, lineHeight: '20px' }}>
            Arcstead, Real Estate Investment Circles
            <br />
            Questions? Write to <TextLink href={`mailto:${site.supportEmail}`} />
            {site.unsubscribeLink && <Unsubscribe site={site} link={site.unsubscribeLink} />}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}
