import type { crashReportReply } from '#contract/crash-reports.ts'
import { crashReportLengths as lengths } from '#domain/crash-reports.ts'
import { ApiError, api, type CallOptions } from '#web/api/client.ts'

export type Crash = { readonly error: unknown; readonly componentName: string }

type CrashReport = {
  id: string
  error?: ReturnType<typeof describeError>
  data: { componentName?: string; location?: string; browser?: string; user?: string; userDescription?: string }
  message?: string
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '')

function describeError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return {
    name: error instanceof Error ? error.name : typeof error,
    // Cut to the server's limit here, because a longer report would be refused.
    message: messageOf(error).slice(0, lengths.message),
    stack: stackOf(error).slice(0, lengths.stack),
    ...(error instanceof Error && error.cause !== undefined && { cause: String(error.cause).slice(0, lengths.cause) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error instanceof ApiError && { statusCode: error.status }),
  }
}

/** Returns the report's id. A failed report is only logged. */
async function send(report: CrashReport, options: CallOptions): Promise<string | null> {
  try {
    const { id } = await api.post<typeof crashReportReply>('public/log/crash-report', report, { ...options, quiet: true })
    return id
  } catch (error) {
    console.error('The crash report could not be sent.', error)
    return null
  }
}

const newReport = ({ error, componentName }: Crash): CrashReport => ({
  id: 'new',
  error: describeError(error),
  data: { componentName, location: window.location.href, browser: navigator.userAgent },
})

export const reportCrash = (crash: Crash): Promise<string | null> => send(newReport(crash), { public: true })

/** Sent with the session: the server takes the user only from the token. */
export const reportWhoMetIt = (id: string, user: string): Promise<string | null> => send({ id, data: { user } }, {})

/** The person's own description. If the first report failed, this sends the whole report. */
export function reportByHand(crash: Crash, id: string | null, user: string, userDescription: string): Promise<string | null> {
  const known: CrashReport = id === null ? newReport(crash) : { id, data: {} }
  const data = { ...known.data, ...(id === null && { user }), userDescription }
  return send({ ...known, message: 'Manual Crash Report', data }, {})
}
