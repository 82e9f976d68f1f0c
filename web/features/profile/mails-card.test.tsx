import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mailKinds } from '#domain/mail-kinds.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MailsCard } from './mails-card.tsx'

test('each kind of mails has a switch, which saves only itself', async () => {
  let mails = { vote: true, outcome: false, members: true, place: true }
  const asked = serve(({ path, method, body }) => {
    if (path !== 'app/notice-settings') return undefined
    if (method === 'PUT') mails = { ...mails, ...(body as { mails: Partial<typeof mails> }).mails }
    return { digest: 'weekly', mails }
  })
  const { user } = showScreen(<MailsCard />)
  const outcome = await screen.findByRole('switch', { name: /^The outcome of a vote/ })
  expect(screen.getAllByRole('switch')).toHaveLength(mailKinds.length)
  expect(outcome).toHaveProperty('checked', false)
  await user.click(screen.getByRole('switch', { name: /^You are asked to vote/ }))
  await waitFor(() => expect(screen.getByRole('switch', { name: /^You are asked to vote/ })).toHaveProperty('checked', false))
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ mails: { vote: false } }])
  expect(mails).toEqual({ vote: false, outcome: false, members: true, place: true })
})
