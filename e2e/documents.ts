import type { APIRequestContext } from '@playwright/test'
import type { z } from 'zod'
import type { Token } from '#contract/accounts.ts'
import type { CircleDocument } from '#contract/documents.ts'
import type { uploadReply } from '#contract/files.ts'
import { callAs } from './circles.ts'

/** Uploads a small PDF and returns its key. */
export async function uploadPdf(request: APIRequestContext, token: Token, name: string): Promise<string> {
  const content = Buffer.from(`%PDF-1.4\n% ${name}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
  const asked = { isPublic: false, isViewableByAnyUser: false, size: content.length }
  const place = `app/s3/get-signed-post-url/${encodeURIComponent(name)}/application%2Fpdf`
  const { signedPostUrl, objectId } = await callAs<z.infer<typeof uploadReply>['data']>(request, token, 'post', place, asked)
  await request.put(signedPostUrl, { headers: { 'content-type': 'application/pdf' }, data: content })
  return objectId
}

/** Adds the paper that shows payments, as every member may. */
export async function addPaper(request: APIRequestContext, token: Token, circleId: string, title: string): Promise<CircleDocument> {
  const fileKey = await uploadPdf(request, token, 'paper.pdf')
  return callAs<CircleDocument>(request, token, 'post', `app/document/${circleId}`, { title, shelf: 'closing', fileKey })
}
