import { Body, Button, Column, Container, Head, Heading, Html, Link, Preview, Row, Section, Text } from '@react-email/components'
import type { CSSProperties } from 'react'
import { paths } from '#contract/paths.ts'
import { brand, scales } from '#domain/brand.ts'
import { bodyFont, breaking, type MailContent, paragraph, type Site, TextLink } from './mail.tsx'

const display = "Newsreader, Georgia, 'Times New Roman', serif"
const small: CSSProperties = { ...paragraph, fontSize: 14, lineHeight: '21px', color: brand.ink3 }

/** The dark scheme's colours by the class of the element; inline styles hold the light ones, for mail programs without stylesheets. */
const darkStyles = [
  // React Email puts the content into a table cell that has the background too.
  `.paper-back,.paper-back>table>tbody>tr>td{background-color:${scales.dark[7]} !important}`,
  `.card{background-color:${scales.dark[6]} !important;border-color:${scales.dark[4]} !important}`,
  `.rule{border-color:${scales.dark[4]} !important}`,
  `.ink{color:${scales.dark[0]} !important}`,
  `.ink-2{color:${scales.dark[1]} !important}`,
  `.ink-3{color:${scales.dark[2]} !important}`,
  `.link{color:${scales.evergreen[3]} !important}`,
  `.button{background-color:${scales.evergreen[6]} !important;color:${brand.surface} !important}`,
  `.mark{border-color:${scales.evergreen[6]} ${scales.evergreen[4]} ${scales.evergreen[4]} ${scales.clay[4]} !important}`,
  `.arch{background-color:${scales.evergreen[4]} !important}`,
].join('')
const styleSheet =
  '@media (max-width: 480px){.card{padding:28px 22px !important}.paper{padding:24px 12px 36px !important}}' +
  `@media (prefers-color-scheme: dark){${darkStyles}}`

/** Left out of the plain text. */
const onlyHtml = { 'data-skip-in-text': 'true' }

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
    <div aria-hidden="true" className="mark" style={ring}>
      <div style={{ textAlign: 'center' }}>
        <span className="arch" style={arch} />
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
        <Link href={site.publicUrl} className="ink" style={name}>
          Arcstead
        </Link>
      </Column>
    </Row>
  )
}

function ActionButton({ label, link }: MailContent['action']) {
  const button: CSSProperties = {
    backgroundColor: brand.evergreen,
    borderRadius: 10,
    padding: '14px 26px',
    fontFamily: bodyFont,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 600,
    color: brand.surface,
  }
  return (
    <Section style={{ margin: '26px 0 28px' }}>
      <Button href={link} className="button" style={button}>
        {label}
      </Button>
    </Section>
  )
}

/** The button's address as text, for mail programs without buttons. An e-mail address is readable as it is. */
function PlainLink({ link }: { link: string }) {
  if (!link.startsWith('http')) return null
  return (
    <Section {...onlyHtml} className="rule" style={{ borderTop: `1px solid ${brand.line}`, paddingTop: 18 }}>
      <Text className="ink-3" style={{ ...small, margin: '0 0 4px' }}>
        Or open this address:
      </Text>
      <Text className="ink-3" style={{ ...small, margin: 0, wordBreak: 'break-all' }}>
        <TextLink href={link} />
      </Text>
    </Section>
  )
}

/** The plain text writes the address of a link after its words. */
const Unsubscribe = ({ site, link }: { site: Site; link: string }) => (
  <>
    <br />
    <TextLink href={link}>Stop mails of this kind</TextLink>
    <br />
    <TextLink href={`${site.publicUrl}${paths.profile}`}>Choose which mails you get</TextLink>
  </>
)

type MailLayoutProps = {
  readonly mail: MailContent
  readonly site: Site
  /** Switches mails of this kind off; null for mails without a switch. */
  readonly unsubscribeLink: string | null
}

/** The layout of every mail: one message and one button on a card. */
export function MailLayout({ mail, site, unsubscribeLink }: MailLayoutProps) {
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
        <title>{mail.heading}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet}</style>
      </Head>
      <Preview>{mail.preview}</Preview>
      <Body className="paper-back" style={{ margin: 0, backgroundColor: brand.paper, fontFamily: bodyFont }}>
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
            <Heading as="h1" className="ink" style={title}>
              {mail.heading}
            </Heading>
            {mail.body}
            <ActionButton {...mail.action} />
            <Text className="ink-3" style={{ ...small, margin: '0 0 20px' }}>
              {mail.note}
            </Text>
            <PlainLink link={mail.action.link} />
          </Section>
          <Text className="ink-3" style={{ ...small, margin: 0, fontSize: 13, lineHeight: '20px' }}>
            Arcstead, Real Estate Investment Circles
            <br />
            Questions? Write to <TextLink href={`mailto:${site.supportEmail}`} />
            {unsubscribeLink && <Unsubscribe site={site} link={unsubscribeLink} />}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}
