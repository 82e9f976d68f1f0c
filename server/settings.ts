import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'

/** A setting that is missing or wrong: one line that names it and says how to fix it. */
export class SettingsError extends Error {}

export type S3Settings = {
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
}

export type Settings = {
  /** `demo`: embedded database on a loopback address, only for this machine, with /dev pages. Everything else is `production`. */
  readonly mode: 'demo' | 'production'
  /** What makes it production; null in demo mode. */
  readonly productionBecause: string | null
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  /** For what needs a session of its own: migrations, LISTEN, jobs, commands. A pooler may share sessions behind `databaseUrl`. */
  readonly directUrl: string | undefined
  readonly withDemoData: boolean
  readonly withRateLimits: boolean
  readonly jwtSecret: string | undefined
  readonly accessTokenSeconds: number
  /** Encrypts the details of where to pay; 32 bytes. `dataKeyOld` only reads, while a key is replaced. */
  readonly dataKey: Buffer | undefined
  readonly dataKeyOld: Buffer | undefined
  /** The notice period before a vote closes; only demo mode may shorten it. */
  readonly noticeSeconds: number
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly s3: S3Settings | undefined
  readonly mapTileUrl: string
  readonly supportEmail: string
  /** Of web push. Undefined: made at the first start and kept in the database. */
  readonly vapidKeys: { readonly publicKey: string; readonly privateKey: string } | undefined
  /** Whom a push service can write to. */
  readonly vapidSubject: string
  /** Pushes may go to this machine, without TLS; only demo mode, for tests. */
  readonly pushesToAnyHost: boolean
  /** `required`: an administrator can only verify people who have confirmed their e-mail address. */
  readonly confirmEmail: 'required' | 'optional'
  /** Whose X-Forwarded-For is trusted: nobody's, a number of proxies, or these addresses. */
  readonly trustProxy: false | number | string[]
  readonly logLevel: string
  readonly poolSize: number
}

type Environment = Readonly<Record<string, string | undefined>>

const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'VAPID_PRIVATE_KEY',
  'DATA_KEY',
  'DATA_KEY_OLD',
] as const

function readSecretFile(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return text
  } catch (error) {
    throw new SettingsError(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  throw new SettingsError(`${name}_FILE names ${file}, which is empty. Write the value of ${name} into it.`)
}

/** Every secret may be in a file that only the server's user can read: `JWT_SECRET_FILE` in place of `JWT_SECRET`. */
function withSecretFiles(env: Environment): Environment {
  const read: Record<string, string | undefined> = {}
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new SettingsError(`${name} and ${name}_FILE are both set. Leave one of them out.`)
    read[name] = readSecretFile(name, file)
    read[`${name}_FILE`] = undefined
  }
  return { ...env, ...read }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

function whole(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SettingsError(`${name} is "${text}". Set it to a whole number from ${least} to ${most}.`)
  }
  return value
}

function readS3(env: Environment): S3Settings | undefined {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (!Object.keys(env).some((name) => name.startsWith('S3_') && env[name])) return undefined
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0) throw new SettingsError(`${missing.join(', ')} missing. Set all of ${names.join(', ')}, or none of S3_*.`)
  return {
    endpoint: env.S3_ENDPOINT || undefined,
    region: env.S3_REGION || 'us-east-1',
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: (env.S3_FORCE_PATH_STYLE ?? (env.S3_ENDPOINT ? 'true' : 'false')) === 'true',
  }
}

function readPublicUrl(env: Environment, mode: Settings['mode'], port: number): string {
  const text = env.PUBLIC_URL
  if (!text) {
    if (mode === 'production')
      throw new SettingsError('PUBLIC_URL is missing. Set it to the address people use, such as https://arcstead.example.')
    return `http://localhost:${port}`
  }
  if (!URL.canParse(text)) throw new SettingsError(`PUBLIC_URL is "${text}". Set it to a whole address, such as https://arcstead.example.`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && !loopback.test(url.hostname)) {
    throw new SettingsError(`PUBLIC_URL is "${text}". Set it to an https:// address: sign-ins must not travel in the open.`)
  }
  return url.origin
}

function readSmtpUrl({ SMTP_URL: text }: Environment): string | undefined {
  if (!text) return undefined
  if (/^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname) return text
  // The text may contain a password, so it is not repeated here.
  throw new SettingsError('SMTP_URL is not a mail server. Set it to an address such as smtps://user:password@mail.example:465.')
}

/** Mail servers refuse mail from a domain that does not exist, so the default is the product's own domain. */
function readMailFrom({ MAIL_FROM: text }: Environment, publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (!text) return `Arcstead <no-reply@${loopback.test(hostname) ? 'arcstead.example' : hostname}>`
  if (/^[^\r\n<>]*<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/.test(text)) return text
  throw new SettingsError(`MAIL_FROM is "${text}". Set it to an address such as Arcstead <no-reply@arcstead.example>.`)
}

/** Whether these are a private key of P-256 and its public key, in base64url. */
function isVapidPair(publicKey: string, privateKey: string): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

/** Devices subscribe with the public key, so a pair that does not match would only be noticed when no push arrives. */
function readVapidKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Environment): Settings['vapidKeys'] {
  if (!publicKey && !privateKey) return undefined
  const howTo = 'Set both as npx web-push generate-vapid-keys prints them, or neither.'
  if (!publicKey || !privateKey) throw new SettingsError(`${publicKey ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY'} is missing. ${howTo}`)
  if (!isVapidPair(publicKey, privateKey)) throw new SettingsError(`VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. ${howTo}`)
  return { publicKey, privateKey }
}

/** The text is a key, so it is not repeated in the message. */
function readDataKey(env: Environment, name: 'DATA_KEY' | 'DATA_KEY_OLD'): Buffer | undefined {
  const text = env[name]
  if (!text) return undefined
  const key = Buffer.from(text, 'base64')
  if (/^[A-Za-z0-9+/]{43}=$/.test(text) && key.length === 32) return key
  throw new SettingsError(`${name} is not 32 bytes in base64. Set it to what openssl rand -base64 32 prints.`)
}

function readDataKeySettings(env: Environment): Pick<Settings, 'dataKey' | 'dataKeyOld'> {
  const [dataKey, dataKeyOld] = [readDataKey(env, 'DATA_KEY'), readDataKey(env, 'DATA_KEY_OLD')]
  if (dataKeyOld && !dataKey) throw new SettingsError('DATA_KEY_OLD is set without DATA_KEY. Set DATA_KEY to the new key as well.')
  if (dataKeyOld && dataKey?.equals(dataKeyOld)) throw new SettingsError('DATA_KEY_OLD is the same key as DATA_KEY. Leave it out.')
  return { dataKey, dataKeyOld }
}

function readVapidSubject({ VAPID_SUBJECT: text }: Environment, supportEmail: string): string {
  if (!text) return `mailto:${supportEmail}`
  if (/^mailto:[^@\s]+@[^@\s]+$/.test(text) || (text.startsWith('https://') && URL.canParse(text))) return text
  throw new SettingsError(`VAPID_SUBJECT is "${text}". Set it to an address such as mailto:support@arcstead.example.`)
}

function readPushHosts({ PUSH_HOSTS: text }: Environment, mode: Settings['mode']): boolean {
  if (!text) return false
  if (mode === 'demo' && text === 'any') return true
  throw new SettingsError('PUSH_HOSTS is set. Leave it out: only a demonstration may send pushes to this machine (any).')
}

function readConfirmEmail({ CONFIRM_EMAIL: text }: Environment, mode: Settings['mode']): Settings['confirmEmail'] {
  if (!text) return mode === 'demo' ? 'optional' : 'required'
  if (text === 'required' || text === 'optional') return text
  throw new SettingsError(`CONFIRM_EMAIL is "${text}". Set it to required or optional.`)
}

const because = (reason: string) => `(This is no demonstration: ${reason}.)`

function requireProduction(env: Environment, reason: string): void {
  const secret = env.JWT_SECRET ?? ''
  if (secret.length < 32) {
    throw new SettingsError(
      `JWT_SECRET is missing or shorter than 32 characters. Set it to a long random text (openssl rand -base64 48). ${because(reason)}`,
    )
  }
  if (!env.SMTP_URL)
    throw new SettingsError(
      `SMTP_URL is missing. Set it to your mail server, such as smtps://user:password@mail.example:465. ${because(reason)}`,
    )
}

const mostProxies = 10
const howToTrust =
  'Set it to the addresses of your proxies (10.0.0.5, 10.1.0.0/16), to how many of them stand in a row (1), or to off when people connect directly.'

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function readTrustProxy({ TRUST_PROXY: text = '' }: Environment, mode: Settings['mode']): Settings['trustProxy'] {
  const said = text.trim().toLowerCase()
  if (said === '' && mode === 'production')
    throw new SettingsError(`TRUST_PROXY is missing: behind a proxy all people would count as one address. ${howToTrust}`)
  if (said === '' || said === 'off') return false
  if (said === 'true') throw new SettingsError(`TRUST_PROXY is "true", with which anyone could pretend any address. ${howToTrust}`)
  if (/^\d+$/.test(said) && Number(said) >= 1 && Number(said) <= mostProxies) return Number(said)
  const addresses = said.split(',').map((part) => part.trim())
  if (!addresses.every(isAddressRange)) throw new SettingsError(`TRUST_PROXY is "${text}". ${howToTrust}`)
  return addresses
}

/** People rely on the notice period, so only demo mode may shorten it. */
function readNoticeSeconds(env: Environment, mode: Settings['mode']): number {
  if (mode === 'production' && env.NOTICE_SECONDS) {
    throw new SettingsError('NOTICE_SECONDS is set. Leave it out: only a demonstration may shorten the day of notice.')
  }
  return whole(env, 'NOTICE_SECONDS', defaultNoticeSeconds, 1, defaultNoticeSeconds)
}

function readDatabaseUrl(env: Environment, name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): string | undefined {
  const url = env[name] || undefined
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  const otherwise = name === 'DATABASE_URL' ? 'the embedded database' : 'DATABASE_URL'
  throw new SettingsError(`${name} does not start with postgres://. Set it to a PostgreSQL address, or leave it out for ${otherwise}.`)
}

const hostOf = (env: Environment): string => env.HOST || (env.DATABASE_URL ? '0.0.0.0' : '127.0.0.1')

/** Demo data and /dev pages exist only with the embedded database and only for this machine. */
export function productionReason(env: Environment): string | null {
  if (env.DATABASE_URL || env.DATABASE_URL_FILE) return 'DATABASE_URL is set'
  if (!loopback.test(hostOf(env))) return `HOST is ${hostOf(env)}, which others can reach`
  if (env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) && !loopback.test(new URL(env.PUBLIC_URL).hostname))
    return `PUBLIC_URL names a public host, ${new URL(env.PUBLIC_URL).hostname}`
  return null
}

/** Reads the environment once; nothing else in the program does. */
export function readSettings(given: Environment, root: string): Settings {
  const env = withSecretFiles(given)
  const port = whole(env, 'PORT', 3000, 0, 65_535)
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL')
  const directUrl = readDatabaseUrl(env, 'DATABASE_DIRECT_URL') ?? databaseUrl
  if (directUrl && !databaseUrl) throw new SettingsError('DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or neither.')
  const host = hostOf(env)
  const productionBecause = productionReason(env)
  const mode = productionBecause ? 'production' : 'demo'
  if (productionBecause) requireProduction(env, productionBecause)
  const publicUrl = readPublicUrl(env, mode, port)
  const supportEmail = env.SUPPORT_EMAIL || 'support@arcstead.example'
  return {
    mode,
    productionBecause,
    host,
    port,
    publicUrl,
    dataFolder: path.resolve(root, env.ARCSTEAD_DATA || '.data'),
    databaseUrl,
    directUrl,
    withDemoData: mode === 'demo' && env.ARCSTEAD_DEMO !== 'off',
    withRateLimits: !(mode === 'demo' && env.RATE_LIMITS === 'off'),
    jwtSecret: env.JWT_SECRET || undefined,
    accessTokenSeconds: whole(env, 'ACCESS_TOKEN_SECONDS', 900, 1, 86_400),
    ...readDataKeySettings(env),
    noticeSeconds: readNoticeSeconds(env, mode),
    smtpUrl: readSmtpUrl(env),
    mailFrom: readMailFrom(env, publicUrl),
    s3: readS3(env),
    mapTileUrl: env.MAP_TILE_URL || 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    confirmEmail: readConfirmEmail(env, mode),
    supportEmail,
    vapidKeys: readVapidKeys(env),
    vapidSubject: readVapidSubject(env, supportEmail),
    pushesToAnyHost: readPushHosts(env, mode),
    trustProxy: readTrustProxy(env, mode),
    logLevel: env.LOG_LEVEL || (mode === 'demo' ? 'warn' : 'info'),
    poolSize: whole(env, 'DATABASE_POOL', 10, 2, 200),
  }
}
