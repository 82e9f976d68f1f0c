import type { PayNews } from '#domain/notices.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const news: Readonly<Record<PayNews, { readonly subject: string; readonly said: string; readonly next: string }>> = {
  named: {
    subject: 'has new account details',
    said: 'New account details were named.',
    next: 'Nobody can use them until another member has called a number that they found themselves, and three days of notice have passed.',
  },
  confirmed: {
    subject: 'was confirmed',
    said: 'A member called, and confirmed the new account details.',
    next: 'They can be used after three days of notice. Stop them on the page if anything about them looks wrong.',
  },
  stopped: {
    subject: 'was stopped',
    said: 'A member stopped the account details.',
    next: 'Do not pay to them. They can be used again once two other members have called back.',
  },
  released: {
    subject: 'is no longer stopped',
    said: 'Two members called back, so the stop ended.',
    next: 'The page says whether the details can be used.',
  },
  withdrawn: {
    subject: 'was changed',
    said: 'Account details that were not in use yet were withdrawn.',
    next: 'The page says which ones can be used.',
  },
}

/** The details are in no mail: someone who reads a mailbox, or writes a mail that looks like ours, must not be able to change where people pay. */
export const whereToPay: Mail<{ firstName: string; circleTitle: string; news: PayNews; link: string }> = {
  kind: 'where_to_pay',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, news: what, link }) => ({
    subject: `Where to pay in ${circleTitle} ${news[what].subject}`,
    preview: news[what].said,
    heading: 'Where to pay',
    action: { label: 'Look at where to pay', link },
    note: 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          <Strong>{circleTitle}</Strong>: {news[what].said} {news[what].next}
        </P>
        <P>We never send account details by mail. If a mail gives you some, do not pay: tell your circle.</P>
      </>
    ),
  }),
}
