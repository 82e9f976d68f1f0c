import { describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { brand } from '#domain/brand.ts'
import { renderMail } from './render-mail.ts'
import type { MailProps, MailTemplate } from './templates/mail-props.ts'

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
  'account-suspended': [{ firstName: 'Maya' }, 'Your Arcstead account was suspended', site.supportEmail],
  'verification-pending': [{ firstName: 'Maya', link }, 'Your Arcstead profile is being reviewed', link],
  'email-changed': [
    { firstName: 'Maya', by: 'person', supportEmail: site.supportEmail },
    'Your Arcstead e-mail address was changed',
    site.supportEmail,
  ],
  'verification-request': [{ name: 'Theo Lind', email: 'theo@arcstead.example', link }, 'A profile to review', link],
  'you-are-verified': [{ firstName: 'Maya', link }, 'Your Arcstead account is verified', link],
  'verification-question': [{ firstName: 'Maya', question: 'Please add a lease.', link }, 'A question about your Arcstead profile', link],
  'verification-declined': [{ firstName: 'Maya', reason: 'We could not reach you.', link }, 'Your Arcstead profile was not verified', link],
  'verification-reopened': [{ firstName: 'Maya', link, sentence: 'We found it.' }, 'You may ask to be verified again', link],
  'verification-answered': [{ name: 'Theo Lind', link }, 'Your question was answered', link],
  'broker-welcome': [{ firstName: 'Maya', link }, 'Welcome to Arcstead: set your password', link],
  'set-password': [{ firstName: 'Maya', link }, 'Set your Arcstead password', link],
  'circle-complete': [{ circleTitle: 'Prospect Row', target: 1_250_001, link }, 'Prospect Row is fully funded', link],
  'shares-free': [{ circleTitle: 'Prospect Row', shares: 2, link }, '2 shares came free in Prospect Row', link],
  'circle-invitation': [
    { inviterName: 'Nora Lindqvist', circleTitle: 'Prospect Row', note: 'Shall we do this together?', days: 30, isReminder: false, link },
    'Nora Lindqvist invites you to Prospect Row',
    link,
  ],
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
    'You are asked to vote: 418 Alderstone Way',
    link,
  ],
  'vote-outcome': [
    { firstName: 'Maya', address: '418 Alderstone Way', circleTitle: 'Prospect Row', outcome: 'blocked', link },
    '418 Alderstone Way was blocked by a veto',
    link,
  ],
  'vote-reminder': [
    { firstName: 'Maya', address: '418 Alderstone Way', circleTitle: 'Prospect Row', closesAt: '2026-09-14T10:30:00.000Z', link },
    'Your vote is missing: 418 Alderstone Way',
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
  'motion-outcome': [
    { firstName: 'Maya', title: 'Repair the roof', circleTitle: 'Prospect Row', outcome: 'too_few_voted', link },
    'A motion in Prospect Row did not pass: too few voted',
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
  renderMail(template, props, { ...site, unsubscribeLink: null })

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
  expect(one.subject).toBe('Row Bcc: all@arcstead.example passes')
  expect(one.text).not.toMatch(/^\s*Bcc/m)
})

test('a reminder says when the vote closes', async () => {
  expect((await render('vote-reminder')).text.replaceAll('\n', ' ')).toContain('closes on Sep 14, 2026, 10:30 AM UTC')
})

test('an invitation quotes the note and says what the inviter sees; a reminder says that it is one', async () => {
  const text = (await render('circle-invitation')).text.replaceAll('\n', ' ')
  expect(text).toContain('“Shall we do this together?”')
  expect(text).toContain('Nora Lindqvist sees when you open it, register and join.')
  const props = { inviterName: 'Nora Lindqvist', circleTitle: 'Prospect Row', note: null, days: 1, isReminder: true, link }
  const reminder = await render('circle-invitation', props)
  expect(reminder.subject).toBe('Reminder: Nora Lindqvist invites you to Prospect Row')
  expect(reminder.text).toContain('1 day.')
  expect(reminder.text).not.toContain('“')
})

test('a mail about a motion says when it closes, and reads well without the title', async () => {
  for (const template of ['motion-asks', 'motion-reminder'] as const) {
    expect((await render(template)).text.replaceAll('\n', ' ')).toContain('closes on Sep 14, 2026, 10:30 AM UTC')
  }
  const untitled = await render('motion-outcome', { firstName: '', title: '', circleTitle: 'a circle of yours', outcome: 'passed', link })
  expect([untitled.subject, untitled.text]).toEqual([
    'A motion in a circle of yours passed',
    expect.stringContaining('A motion in a circle of yours passed.'),
  ])
  const notices = [{ words: '“Repair the roof” passed', link: `${site.publicUrl}${paths.circleMotion('a', 'b')}` }]
  const one = await render('digest', { firstName: 'Maya', count: 1, notices, link, settingsLink: link })
  expect(one.subject).toBe('1 thing happened in your circles')
})

test('a mail with a switch ends with the link that stops it', async () => {
  const unsubscribeLink = `${site.publicUrl}/unsubscribe?token=x`
  const { text, html } = await renderMail('vote-asks', examples['vote-asks'][0], { ...site, unsubscribeLink })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Stop mails of this kind ${unsubscribeLink} Choose which mails you get`)
  expect(html).toContain(`href="${unsubscribeLink}"`)
  expect((await render('vote-asks')).text).not.toContain('Stop mails')
})

test('one share is in the singular', async () => {
  const mail = await render('shares-free', { circleTitle: 'Prospect Row', shares: 1, link })
  expect(mail.subject).toBe('1 share came free in Prospect Row')
  expect(mail.text).toContain('A share came free')
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
