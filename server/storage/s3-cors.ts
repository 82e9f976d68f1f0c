import type { CORSRule, S3Client } from '@aws-sdk/client-s3'

const ownRule = 'arcstead'

const ruleFor = (origins: readonly string[]): CORSRule => ({
  ID: ownRule,
  AllowedOrigins: [...origins],
  AllowedMethods: ['PUT', 'GET', 'HEAD'],
  AllowedHeaders: ['content-type'],
  MaxAgeSeconds: 3_600,
})

const hasNoRules = (error: unknown) => error instanceof Error && error.name === 'NoSuchCORSConfiguration'

/** Lets browsers upload from our pages. Other CORS rules of the bucket are kept. */
export async function allowUploadsFrom(client: S3Client, Bucket: string, origins: readonly string[]): Promise<void> {
  const { GetBucketCorsCommand, PutBucketCorsCommand } = await import('@aws-sdk/client-s3')
  const CORSRules = await client.send(new GetBucketCorsCommand({ Bucket })).then(
    (answer) => answer.CORSRules ?? [],
    (error: unknown) => {
      if (hasNoRules(error)) return []
      throw error
    },
  )
  const wanted = ruleFor(origins)
  const own = CORSRules.find((rule) => rule.ID === ownRule)
  if (own && origins.every((origin) => own.AllowedOrigins?.includes(origin))) return
  const others = CORSRules.filter((rule) => rule !== own)
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...others, wanted] } }))
}
