import { describe, expect, test } from 'vitest'
import { brand } from '#domain/brand.ts'
import { noticeWords } from '#domain/notices.ts'
import { unnamedAdmin } from '#domain/person.ts'
import type { MailProps, MailTemplate } from './mails.ts'
import { renderMail } from './render-mail.ts'

const site = { publicUrl: 'https://arcstead.example', supportEmail: 'help@arcstead.example' }
const link = 'https://arcstead.example/somewhere?token=abc&id=7'

const examples: { [Template in MailTemplate]: [props: MailProps[Template], subject: string, link: string] } = {
  'reset-password': [{ firstName: 'Maya', link }, 'Reset your Arcstead password', link],
  'address-in-use': [
    { firstName: 'Maya', loginLink: link, resetLink: `${site.publicUrl}/request-reset` },
    'You already have an Arcstead account',
    link,
  ],
  'password-changed': [{ firstName: 'Maya', resetLink: link }, 'Your Arcstead password was changed', link],
  'passkey-added': [{ firstName: 'Maya', name: 'Maya’s phone', resetLink: link }, 'A passkey was added to your Arcstead account', link],
  'passkey-removed': [
    { firstName: 'Maya', names: ['Maya’s phone', 'Key ring'], resetLink: link },
    '2 passkeys were removed from your Arcstead account',
    link,
  ],
  'confirm-email': [{ link }, 'Confirm your e-mail address for Arcstead', link],
  'email-change-requested': [{ firstName: 'Maya', resetLink: link }, 'Your Arcstead e-mail address is about to change', link],
  'account-suspended': [{ firstName: 'Maya', reason: 'Please write to us.' }, 'Your Arcstead account was suspended', site.supportEmail],
  'verification-pending': [{ firstName: 'Maya', link }, 'Your Arcstead profile is being reviewed', link],
  'email-changed': [
    { firstName: 'Maya', by: 'person', supportEmail: site.supportEmail },
    'Your Arcstead e-mail address was changed',
    site.supportEmail,
  ],
  'verification-request': [{ name: 'Theo Lind', email: 'theo@arcstead.example', link }, 'A profile to review', link],
  'you-are-in': [
    {
      firstName: 'Maya',
      circleTitle: 'Prospect Row',
      place: 'Denver, CO',
      arcs: 2,
      arcsTotal: 12,
      amount: 150_000,
      percent: '16.67%',
      charterVersion: 3,
      agreedAt: '2026-09-13T16:10:00.000Z',
      next: { at: '2026-09-14T10:30:00.000Z', words: '418 Alderstone Way: voting closes' },
      link,
      leaveLink: `${site.publicUrl}/circle/7?tab=members`,
    },
    'You hold 2 arcs of Prospect Row',
    link,
  ],
  'you-are-verified': [{ firstName: 'Maya', link }, 'Your Arcstead account is verified', link],
  'verification-question': [{ firstName: 'Maya', question: 'Please add a lease.', link }, 'A question about your Arcstead profile', link],
  'verification-declined': [{ firstName: 'Maya', reason: 'We could not reach you.', link }, 'Your Arcstead profile was not verified', link],
  'verification-reopened': [{ firstName: 'Maya', link, sentence: 'We found it.' }, 'You may ask to be verified again', link],
  'verification-answered': [{ name: 'Theo Lind', link }, 'Your question was answered', link],
  'broker-welcome': [{ firstName: 'Maya', link }, 'Welcome to Arcstead: set your password', link],
  'set-password': [{ firstName: 'Maya', link }, 'Set your Arcstead password', link],
  'circle-complete': [{ circleTitle: 'Prospect Row', target: 1_250_001, link }, 'Prospect Row is fully funded', link],
  'sign-asks': [
    { firstName: 'Maya', title: 'Operating agreement', circleTitle: 'Prospect Row', isElsewhere: false, link },
    'You are asked to sign in Prospect Row',
    link,
  ],
  'call-asks': [
    { firstName: 'Maya', circleTitle: 'Prospect Row', dueDay: '2026-09-14', isReminder: false, link },
    'You are asked to pay in Prospect Row',
    link,
  ],
  'offer-made': [{ firstName: 'Maya', circleTitle: 'Prospect Row', isToOthers: false, link }, 'A member offers arcs of Prospect Row', link],
  'offer-pay': [{ firstName: 'Maya', circleTitle: 'Prospect Row', link }, 'Arcs of Prospect Row wait for your payment', link],
  'offer-result': [{ firstName: 'Maya', circleTitle: 'Prospect Row', news: 'opened', link }, 'The bids were opened: Prospect Row', link],
  'paid-out': [
    { firstName: 'Maya', circleTitle: 'Prospect Row', owed: '$4,173.46', setOff: null, link },
    'Something was paid out to you in Prospect Row',
    link,
  ],
  'shares-free': [{ circleTitle: 'Prospect Row', shares: 2, link }, '2 arcs came free in Prospect Row', link],
  'circle-invitation': [
    { inviterName: 'Nora Lindqvist', circleTitle: 'Prospect Row', note: 'Shall we do this together?', days: 30, isReminder: false, link },
    'You are invited to Prospect Row',
    link,
  ],
  'question-asked': [
    { firstName: 'Nora', circleTitle: 'Prospect Row', asker: 'Owen', question: 'Is there a lift?', link },
    'A question about Prospect Row',
    link,
  ],
  'question-answered': [
    { firstName: 'Owen', circleTitle: 'Prospect Row', question: 'Is there a lift?', answer: 'No lift.', link },
    'Your question about Prospect Row was answered',
    link,
  ],
  'you-are-missed': [{ firstName: 'Maya', link }, 'Your circles have not seen you for long', link],
  'member-removed': [
    { firstName: 'Maya', circleTitle: 'Prospect Row', amount: 62_500 },
    'You are no longer a member of Prospect Row',
    `${site.publicUrl}/`,
  ],
  'ownership-received': [{ firstName: 'Maya', circleTitle: 'Prospect Row', link }, 'You now own Prospect Row', link],
  'circle-deleted': [{ firstName: 'Maya', circleTitle: 'Prospect Row' }, 'Prospect Row was deleted', `${site.publicUrl}/`],
  'member-joined': [{ firstName: 'Maya', circleTitle: 'Prospect Row', sharesLeft: 2, link }, 'Someone joined Prospect Row', link],
  'member-left': [{ firstName: 'Maya', circleTitle: 'Prospect Row', shares: 1, isRemoved: false, link }, 'Someone left Prospect Row', link],
  'broker-assigned': [{ firstName: 'Maya', circleTitle: 'Prospect Row', link }, 'You are now a broker of Prospect Row', link],
  'broker-unassigned': [
    { firstName: 'Maya', circleTitle: 'Prospect Row' },
    'You are no longer a broker of Prospect Row',
    `${site.publicUrl}/broker/circles`,
  ],
  'vote-asks': [
    { firstName: 'Maya', address: '418 Alderstone Way', circleTitle: 'Prospect Row', closesAt: '2026-09-14T10:30:00.000Z', link },
    'You are asked to vote in Prospect Row',
    link,
  ],
  'vote-outcome': [
    { firstName: 'Maya', address: '418 Alderstone Way', circleTitle: 'Prospect Row', outcome: 'blocked', link },
    'A property in Prospect Row was blocked by a veto',
    link,
  ],
  'vote-reminder': [
    { firstName: 'Maya', address: '418 Alderstone Way', circleTitle: 'Prospect Row', closesAt: '2026-09-14T10:30:00.000Z', link },
    'Your vote is missing in Prospect Row',
    link,
  ],
  mention: [
    {
      firstName: 'Maya',
      writer: 'Omar Farouk',
      circleTitle: 'Prospect Row',
      address: null,
      motionTitle: null,
      text: '@Maya Sorensen will you bring the keys?',
      path: '/circle/7/conversation#post-8',
    },
    'You are mentioned in Prospect Row',
    `${site.publicUrl}/circle/7/conversation#post-8`,
  ],
  'month-waits': [
    { firstName: 'Maya', circleTitle: 'Harbor Lofts', month: 'March 2027', link },
    'March 2027 waits for your confirmation in Harbor Lofts',
    link,
  ],
  'motion-asks': [
    { firstName: 'Maya', title: 'Repair the roof', circleTitle: 'Prospect Row', closesAt: '2026-09-14T10:30:00.000Z', link },
    'You are asked to vote in Prospect Row',
    link,
  ],
  'motion-reminder': [
    { firstName: 'Maya', title: 'Repair the roof', circleTitle: 'Prospect Row', closesAt: '2026-09-14T10:30:00.000Z', link },
    'Your vote is missing in Prospect Row',
    link,
  ],
  'motion-claim': [
    { firstName: 'Maya', title: 'Repair the roof', circleTitle: 'Prospect Row', party: 'buyer', link },
    'You are named in a motion in Prospect Row',
    link,
  ],
  'motion-outcome': [
    { firstName: 'Maya', title: 'Repair the roof', circleTitle: 'Prospect Row', outcome: 'too_few_voted', link },
    'A motion in Prospect Row did not pass: too few voted',
    link,
  ],
  'where-to-pay': [
    { firstName: 'Maya', circleTitle: 'Prospect Row', news: 'stopped', link },
    'Where to pay in Prospect Row was stopped',
    link,
  ],
  'search-matches': [
    {
      firstName: 'Maya',
      count: 2,
      circles: [{ title: 'Prospect Row', search: 'Denver, Land', link: `${site.publicUrl}/circle-public/1` }],
      link,
      settingsLink: `${site.publicUrl}/profile`,
    },
    '2 new circles like your saved searches',
    link,
  ],
  digest: [
    {
      firstName: 'Maya',
      count: 3,
      notices: [
        { words: 'Prospect Row is fully funded', link: `${site.publicUrl}/circle/1` },
        { words: '418 Alderstone Way passes', link: `${site.publicUrl}/circle/2` },
      ],
      link,
      settingsLink: `${site.publicUrl}/profile`,
    },
    '3 things happened in your circles',
    link,
  ],
}

const render = (template: MailTemplate, props: MailProps[MailTemplate] = examples[template][0]) =>
  renderMail(template, props, { ...site, unsubscribeLink: null, zone: 'UTC' })

/** The values among the props that are codes, days or times of ours. */
const ownValues = ['at', 'agreedAt', 'percent', 'closesAt', 'outcome', 'by', 'dueDay', 'month', 'news', 'party']

/** The same props with a text in place of every word that somebody could have chosen. */
function withCanaries<Value>(value: Value, name = ''): Value {
  if (typeof value === 'string') return (ownValues.includes(name) ? value : `Canary of ${name}`) as Value
  if (Array.isArray(value)) return value.map((part) => withCanaries(part, name)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCanaries(part, key)])) as Value
}

/** What mail programs show beside the subject; padded with invisible characters. */
const previewOf = (html: string): string => /data-skip-in-text="true"[^>]*>([^<]*)/.exec(html)?.[1] ?? ''

test('the mail about a claim names the buyer of a sale, and the payee if it was queued before', async () => {
  const [props] = examples['motion-claim']
  expect((await render('motion-claim')).text).toContain('says that its buyer is related to you')
  const { party: _, ...older } = props
  expect((await render('motion-claim', older)).text).toContain('says that its payee is related to you')
})

describe.each(Object.keys(examples) as MailTemplate[])('the mail %s', (template) => {
  test('has a subject, one heading, one button, and the link in HTML and plain text', async () => {
    const [, subject, address] = examples[template]
    const mail = await render(template)
    expect(mail.subject).toBe(subject)
    expect(mail.html.match(/<h1/g)).toHaveLength(1)
    expect(mail.html.split(`background-color:${brand.evergreen};border-radius:10px`).length - 1).toBe(1)
    expect(mail.html).toContain(`href="${address.includes('@') ? 'mailto:' : ''}${address.replaceAll('&', '&amp;')}"`)
    expect(mail.html).toContain(`>${address.replaceAll('&', '&amp;')}</a>`)
    expect(mail.text).toContain(address)
    expect(mail.text).not.toMatch(/<\w|&amp;|undefined/)
  })

  test('starts its subject and sentences in upper case', async () => {
    const { subject, text } = await render(template)
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
    const wrong = [subject, ...paragraphs].filter((words) => /^\p{Ll}/u.test(words) && !/^(https?|mailto):/.test(words))
    expect(wrong).toEqual([])
  })

  test('isolates every name and title, so that none swaps places with a number beside it', async () => {
    const arabic = 'محمد 12'
    const chosen = new Set([
      'firstName',
      'name',
      'names',
      'inviterName',
      'circleTitle',
      'address',
      'title',
      'note',
      'question',
      'reason',
      'sentence',
    ])
    const props = Object.entries(examples[template][0]).map(([name, value]) => [
      name,
      !chosen.has(name) ? value : Array.isArray(value) ? value.map(() => arabic) : arabic,
    ])
    const mail = await render(template, Object.fromEntries(props) as MailProps[MailTemplate])
    const notIsolated = (text: string) => text.replaceAll(`\u2068${arabic}\u2069`, '').includes('محمد')
    expect(notIsolated(mail.subject)).toBe(false)
    expect(notIsolated(mail.text.replaceAll('\n', ' '))).toBe(false)
    expect(mail.html.replaceAll(`<bdi>${arabic}</bdi>`, '')).not.toContain('محمد')
    expect(mail.html).not.toMatch(/[\u2068\u2069]/)
  })

  test('has no words that people chose in its subject, title and preview, except the circle’s title', async () => {
    const [props] = examples[template]
    const { subject, html } = await render(template, withCanaries(props))
    const shown = [subject, previewOf(html), /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '']
    expect(shown.filter((words) => words.replaceAll('Canary of circleTitle', '').includes('Canary'))).toEqual([])
    expect(previewOf(html)).not.toBe('')
  })

  test('has a title, and colours for the dark scheme', async () => {
    const { html, text } = await render(template)
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]
    expect(heading).toBeTruthy()
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe(heading)
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    const [, dark = ''] = /@media \(prefers-color-scheme: dark\)\{(.*)\}<\/style>/.exec(html) ?? []
    const styled = new Set([...dark.matchAll(/\.([\w-]+)[,{]/g)].map(([, name]) => name))
    // Every element that has a light colour has a dark one too, by one of its classes.
    const coloured = [...html.matchAll(/<\w+ [^>]*style="[^"]*(?:^|[^-])color:#[^"]*"[^>]*>/g)].map(([tag]) => tag)
    expect(coloured.length).toBeGreaterThan(3)
    expect(
      coloured.filter(
        (tag) =>
          !/class="([^"]+)"/
            .exec(tag)?.[1]
            ?.split(' ')
            .some((name) => styled.has(name)),
      ),
    ).toEqual([])
    expect(text).not.toContain('prefers-color-scheme')
  })

  test('contains no external resources and no scripts', async () => {
    expect((await render(template)).html).not.toMatch(/<img|<script|<link|url\(|@import/i)
  })
})

test('amounts are exact to the dollar', async () => {
  expect((await render('circle-complete')).text).toContain('$1,250,001')
  expect((await render('member-removed')).html).toContain('$62,500')
})

test('a digest lists each notice with its link, the number of others, and the link to the settings', async () => {
  const { text } = await render('digest')
  expect(text).toContain('418 Alderstone Way passes')
  expect(text).toContain(`${site.publicUrl}/circle/2`)
  expect(text).toContain('And 1 more.')
  expect(text).toContain(`${site.publicUrl}/profile`)
  const notices = [{ words: 'Row\r\nBcc: all@arcstead.example passes', link }]
  const one = await render('digest', { firstName: 'Maya', count: 1, notices, link, settingsLink: link })
  expect(one.subject).toBe('1 thing happened in your circles')
  expect(one.text).not.toMatch(/^\s*Bcc/m)
})

test('a digest keeps the names of its notices isolated', async () => {
  const words = noticeWords({ kind: 'circle_complete', facts: {}, circleTitle: 'محمد 12', address: null, motionTitle: null })
  const mail = await render('digest', { firstName: 'Maya', count: 1, notices: [{ words, link }], link, settingsLink: link })
  expect(mail.text).toContain('\u2068محمد 12\u2069 is fully funded')
  expect(mail.html).toContain('<bdi>محمد 12</bdi> is fully funded')
})

test.each([
  ['UTC', '14 September 2026, 5:30 AM UTC'],
  ['America/Denver', '13 September 2026, 11:30 PM MDT'],
  ['Asia/Kathmandu', '14 September 2026, 11:15 AM GMT+5:45'],
  ['Pacific/Auckland', '14 September 2026, 5:30 PM GMT+12'],
])('mails say when a vote closes in the recipient’s time zone and name it: %s', async (zone, moment) => {
  for (const template of ['vote-asks', 'vote-reminder', 'motion-asks', 'motion-reminder'] as const) {
    const props = { ...examples[template][0], closesAt: '2026-09-14T05:30:00.000Z' }
    const { text } = await renderMail(template, props, { ...site, unsubscribeLink: null, zone })
    expect(text.replaceAll('\n', ' ')).toContain(`closes on ${moment}`)
  }
})

test('an invitation quotes the note and says what the inviter sees; a reminder says that it is one', async () => {
  const text = (await render('circle-invitation')).text.replaceAll('\n', ' ')
  expect(text).toContain('“Shall we do this together?”')
  expect(text).toContain('Nora Lindqvist sees when you open it, register and join.')
  const props = { inviterName: 'Nora Lindqvist', circleTitle: 'Prospect Row', note: null, days: 1, isReminder: true, link }
  const reminder = await render('circle-invitation', props)
  expect(reminder.subject).toBe('Reminder: you are invited to Prospect Row')
  expect(reminder.text).toContain('1 day.')
  expect(reminder.text).not.toContain('“')
})

test('a mail about a motion says when it closes, and reads well without the title', async () => {
  for (const template of ['motion-asks', 'motion-reminder'] as const) {
    expect((await render(template)).text.replaceAll('\n', ' ')).toContain('closes on 14 September 2026, 10:30 AM UTC')
  }
  const untitled = await render('motion-outcome', { firstName: '', title: '', circleTitle: 'a circle of yours', outcome: 'passed', link })
  expect([untitled.subject, untitled.text]).toEqual([
    'A motion in a circle of yours passed',
    expect.stringContaining('A motion in a circle of yours passed.'),
  ])
})

test('a mail with a switch ends with the link that stops it', async () => {
  const unsubscribeLink = `${site.publicUrl}/unsubscribe?token=x`
  const { text, html } = await renderMail('vote-asks', examples['vote-asks'][0], { ...site, unsubscribeLink, zone: 'UTC' })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Stop mails of this kind ${unsubscribeLink} Choose which mails you get`)
  expect(html).toContain(`href="${unsubscribeLink}"`)
  expect((await render('vote-asks')).text).not.toContain('Stop mails')
})

test('one share is in the singular', async () => {
  const mail = await render('shares-free', { circleTitle: 'Prospect Row', shares: 1, link })
  expect(mail.subject).toBe('1 arc came free in Prospect Row')
  expect(mail.text).toContain('An arc came free')
})

test('a name is escaped in HTML', async () => {
  const mail = await render('verification-request', { name: '<img src=x onerror=alert(1)>"\'</p>', email: 'a@b.example', link })
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.text).toContain('<img src=x onerror=alert(1)>')
})

test.each([
  ['line ends', 'Row\r\nBcc: all@arcstead.example\r\n\r\nPay here'],
  ['other line ends', 'Row\u2028Bcc: all@arcstead.example\u2029\u0085Pay here'],
  ['a turned writing direction', 'Row \u202EBcc: all@arcstead.example\u2066 Pay here'],
])('a title with %s stays one line of the subject and of the text', async (_what, circleTitle) => {
  const mail = await render('circle-complete', { circleTitle, target: 20_000, link })
  expect(mail.subject).toBe('Row Bcc: all@arcstead.example Pay here is fully funded')
  expect(mail.text).not.toMatch(/^\s*(Bcc|Pay)/m)
})

test('a subject has at most 150 characters and never half a character', async () => {
  const { subject } = await render('circle-complete', { circleTitle: '🏡'.repeat(300), target: 20_000, link })
  expect([...subject]).toHaveLength(150)
  expect(subject.isWellFormed()).toBe(true)
})

test('a name without spaces breaks in the heading and in the text instead of widening the mail', async () => {
  const { html } = await render('circle-complete', { circleTitle: 'Wolfeschlegelsteinhausen'.repeat(5), target: 20_000, link })
  const styles = [...html.matchAll(/<(?:h1|p)[^>]*style="([^"]*)"/g)].map(([, style = '']) => style)
  expect(styles.length).toBeGreaterThan(2)
  expect(styles.filter((style) => !style.includes('word-break:'))).toEqual([])
})

test('an administrator without a name is greeted without one', async () => {
  const { text } = await render('set-password', { firstName: unnamedAdmin.firstName, link })
  expect(text).toContain('Hello,')
  expect(text).not.toContain('Hello Arcstead')
})
