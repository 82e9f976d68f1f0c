import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#domain/brand.ts'
import type { KeptMail } from './kept-mails.store.ts'

type Mailbox = { readonly mails: readonly KeptMail[]; readonly open: KeptMail | undefined; readonly sendsMail: boolean }

const style = `
*{box-sizing:border-box}
body{margin:0;height:100vh;display:grid;grid-template:auto 1fr/340px 1fr;background:${brand.paper};color:${brand.ink};font:15px/1.45 Figtree,system-ui,-apple-system,'Segoe UI',sans-serif}
header{grid-column:1/-1;display:flex;align-items:baseline;gap:16px;padding:14px 24px;border-bottom:1px solid ${brand.line}}
h1{margin:0;font:500 24px/1.2 Newsreader,Georgia,serif}
header p{margin:0;color:${brand.ink3};font-size:14px}
a{color:${brand.evergreen}}
nav{overflow-y:auto;border-right:1px solid ${brand.line}}
nav a{display:block;padding:14px 20px 14px 21px;border-bottom:1px solid ${brand.line};border-left:3px solid transparent;color:inherit;text-decoration:none}
nav a:hover{background:${brand.sunk}}
nav a[aria-current]{background:${brand.evergreenTint};border-left-color:${brand.evergreen}}
a:focus-visible,summary:focus-visible{outline:2px solid ${brand.focus};outline-offset:-2px}
nav b{display:block;font-weight:600;overflow-wrap:anywhere}
nav span,nav time{color:${brand.ink3};font-size:13px;overflow-wrap:anywhere}
nav time{float:right;margin:2px 0 0 10px;font-variant-numeric:tabular-nums}
main{display:flex;flex-direction:column;min-width:0;min-height:0}
main>div{padding:16px 24px 14px;border-bottom:1px solid ${brand.line};background:${brand.surface}}
h2{margin:0 0 4px;font:500 21px/1.25 Newsreader,Georgia,serif;overflow-wrap:anywhere}
main>div p{margin:0;color:${brand.ink2};font-size:14px;overflow-wrap:anywhere}
iframe{flex:1;width:100%;border:0;background:${brand.paper};min-height:0}
details{border-top:1px solid ${brand.line};background:${brand.surface};max-height:50vh;overflow:auto}
summary{padding:12px 24px;cursor:pointer;color:${brand.evergreen};font-weight:600}
pre{margin:0;padding:4px 24px 22px;font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.empty{grid-column:1/-1;place-self:center;text-align:center;padding:24px;max-width:460px;color:${brand.ink2}}
.empty h2{font-size:26px}
@media(max-width:780px){body{height:auto;grid-template:auto auto auto/1fr}nav{border-right:0;max-height:40vh}iframe{min-height:760px}}
`

const time = (iso: string) => iso.slice(11, 19)
const dayAndTime = (iso: string) => `${iso.slice(0, 10)} ${time(iso)} UTC`

function List({ mails, open }: Mailbox) {
  return (
    <nav aria-label="Mails, newest first">
      {mails.map((mail) => (
        <a key={mail.id} href={`/dev/mailbox/${mail.id}`} aria-current={mail.id === open?.id ? 'true' : undefined}>
          <time dateTime={mail.createdAt} title={dayAndTime(mail.createdAt)}>
            {time(mail.createdAt)}
          </time>
          <b>{mail.subject}</b>
          <span>{mail.to}</span>
        </a>
      ))}
    </nav>
  )
}

function Opened({ mail }: { mail: KeptMail }) {
  return (
    <main>
      <div>
        <h2>{mail.subject}</h2>
        <p>
          To {mail.to}, {dayAndTime(mail.createdAt)}
        </p>
      </div>
      {/* Like a mail program: no scripts, no forms, an origin of its own; links open beside it. */}
      <iframe title="The mail as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc={mail.html} />
      <details>
        <summary>Plain text</summary>
        <pre>{mail.text}</pre>
      </details>
    </main>
  )
}

function Empty({ sendsMail }: { sendsMail: boolean }) {
  return (
    <main className="empty">
      <h2>{sendsMail ? 'Mails are sent, not kept' : 'No mail yet'}</h2>
      <p>
        {sendsMail
          ? 'SMTP_URL names a mail server, so every mail goes out by it. Start without SMTP_URL to read them here.'
          : 'Ask for a new password, or register with an address that is in use, and the mail will be here.'}
      </p>
    </main>
  )
}

/** Shows each mail as the person who gets it would see it. Without a script: what it shows may not act. */
export function mailboxPage({ mails, open, sendsMail }: Mailbox): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Mailbox</title>
        <link rel="icon" href="/favicon.svg" />
        <style>{style}</style>
      </head>
      <body>
        <header>
          <h1>Mailbox</h1>
          <p>
            Kept instead of sent, because no mail server is configured. Programs read <a href="/dev/mailbox.json">mailbox.json</a>.
          </p>
        </header>
        {open ? (
          <>
            <List mails={mails} open={open} sendsMail={sendsMail} />
            <Opened mail={open} />
          </>
        ) : (
          <Empty sendsMail={sendsMail} />
        )}
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
