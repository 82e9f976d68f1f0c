import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'
import { type MailProps, type MailTemplate, mails } from './mails.ts'
import { queueMail } from './queue-mail.ts'

const chosen = 'Your payment failed'

test('a mail to an unconfirmed address contains no names, titles and paths chosen by users', async ({ testApp }) => {
  const [stranger, member] = [await testApp.seed.person({ emailConfirmed: false }), await testApp.seed.person()]
  const props: MailProps['vote-reminder'] = {
    firstName: chosen,
    address: chosen,
    circleTitle: chosen,
    closesAt: '2026-09-14T10:30:00Z',
    link: 'x',
  }
  const sent: [string, { _id: string | null; email: string }][] = [
    ['unconfirmed', stranger],
    ['confirmed', member],
    ['another address', { _id: member._id, email: 'elsewhere@example.com' }],
    ['nobody’s', { _id: null, email: 'nobody@example.com' }],
  ]
  const results = []
  for (const [what, to] of sent) {
    await testApp.db.transaction().execute((tx) => queueMail(tx, 'vote-reminder', { userId: to._id, email: to.email }, props))
    const mail = await testApp.db.selectFrom('mails').select('props').where('to_address', '=', to.email).executeTakeFirst()
    results.push([what, JSON.stringify(mail?.props).includes(chosen)])
  }
  expect(results).toEqual([
    ['unconfirmed', false],
    ['confirmed', true],
    ['another address', false],
    ['nobody’s', false],
  ])
})

const examples: { readonly [Template in MailTemplate]?: MailProps[Template] } = {
  'you-are-verified': { firstName: chosen, link: 'x' },
  digest: { firstName: chosen, count: 2, notices: [{ words: chosen, link: 'x' }], link: 'x', settingsLink: 'x' },
  'search-matches': {
    firstName: chosen,
    count: 2,
    circles: [{ title: chosen, search: chosen, link: 'x' }],
    link: 'x',
    settingsLink: 'x',
  },
  'verification-question': { firstName: chosen, question: 'Please add a lease.', link: 'x' },
  'verification-answered': { name: chosen, link: 'x' },
  'verification-request': { name: chosen, email: chosen, link: 'x' },
  'circle-complete': { circleTitle: chosen, target: 1, link: 'x' },
}

test.each(Object.keys(examples) as (keyof typeof examples)[])(
  'the mail %s then contains no user text',
  <Template extends MailTemplate>(template: Template) => {
    const props = examples[template]
    if (!props) throw new Error(`no example of ${template}`)
    expect(decodeURIComponent(JSON.stringify(mails[template].neutral(props)))).not.toContain(chosen)
  },
)
