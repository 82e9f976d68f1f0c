import { describe, expect } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import type { Notice } from '#contract/notices.ts'
import { createDocumentCircle } from '#server/testing/documents.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

describe('documents of a motion', { timeout: 120_000 }, () => {
  test('are versions of the circle’s own documents, attached by its proposer until the first vote', async ({ testApp }) => {
    const { owner, members, add, data, made, propose, vote, circle } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const paper = data(await add(owner, 'estimate', { title: 'Estimate of the roof' }))
    const second = data(await add(owner, 'plan', { title: 'Plan' }))
    const motion = await made(maya, { documents: [paper.newest._id] })
    const motionUrl = `app/motion/${circle._id}/${motion._id}`
    const read = async () => (await testApp.call(owner, 'GET', motionUrl)).data<Motion>()
    const link = { documentId: paper._id, versionId: paper.newest._id, title: 'Estimate of the roof', version: 1 }
    expect((await read()).documents).toEqual([{ ...link, fileKey: paper.newest.fileKey }])

    const elsewhere = await createDocumentCircle(testApp)
    const foreign = elsewhere.data(await elsewhere.add(elsewhere.owner, 'foreign'))
    expect((await propose(maya, { documents: [foreign.newest._id] })).body.code).toBe('document_not_found')

    // Attaching is a change: the version rises and every member is told. A change without documents keeps them.
    const { title, text, facts, closesAt } = motion
    const change = (documents?: readonly string[]) =>
      testApp.call(maya, 'PUT', motionUrl, { title, text, facts, closesAt, ...(documents && { documents }) })
    expect((await change([second.newest._id, paper.newest._id])).status).toBe(200)
    const changed = await read()
    expect([changed.version, changed.documents.map((each) => each.title)]).toEqual([2, ['Plan', 'Estimate of the roof']])
    const notices = (await testApp.call(owner, 'GET', 'app/notice')).data<{ items: Notice[] }>().items
    expect(notices.map(({ kind }) => kind)).toContain('motion_changed')
    expect((await change()).status).toBe(200)
    expect((await read()).documents).toHaveLength(2)

    await vote(owner, motion, 'yes')
    expect((await change([])).body.code).toBe('motion_voted_on')
    expect((await read()).documents).toHaveLength(2)
    await expect(
      testApp.db.updateTable('motion_texts').set({ documents: [] }).where('motion_id', '=', motion._id).execute(),
    ).rejects.toThrow('voted on')
  })
})
