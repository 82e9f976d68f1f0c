import { crashReportReply } from '#contract/crash-reports.ts'
import { ApiError, api } from '#web/api/client.ts'

export type Crash = { readonly error: unknown; readonly componentName: string }

type CrashReport = {
  id: string
  error?: ReturnType<typeof describeError>
  data: { componentName?: string; location?: string; browser?: string; user?: string; userDescription?: string }
  message?: string
}

const cut = (text: string, most: number) => text.slice(0, most)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '')

/** The measures are the server's, so that a long stack is cut rather than refused. */
function describeError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return {
    name: cut(error instanceof Error ? error.name : typeof error, 1_000),
    message: cut(messageOf(error), 4_000),
    stack: cut(stackOf(error), 20_000),
    ...(error instanceof Error && error.cause !== undefined && { cause: cut(String(error.cause), 4_000) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error instanceof ApiError && { statusCode: error.status }),
  }
}

/** Answers with the report's id. A report that does not arrive is only logged: the person has trouble enough. */
async function send(report: CrashReport): Promise<string | null> {
  try {
    const { id } = await api.post('public/log/crash-report', report, crashReportReply, { public: true, quiet: true })
    return id
  } catch (error) {
    console.error('The crash report could not be sent.', error)
    return null
  }
}

const newReport = ({ error, componentName }: Crash): CrashReport => ({
  id: 'new',
  error: describeError(error),
  data: { componentName, location: cut(window.location.href, 2_000), browser: cut(navigator.userAgent, 1_000) },
})

export const reportCrash = (crash: Crash): Promise<string | null> => send(newReport(crash))

export const reportWhoMetIt = (id: string, user: string): Promise<string | null> => send({ id, data: { user } })

/** What the person says happened. If the first report never arrived, this one brings everything. */
export function reportByHand(crash: Crash, id: string | null, user: string, userDescription: string): Promise<string | null> {
  const known = id === null ? newReport(crash) : { id, data: {} }
  const message = 'Manual Crash Report'
  return send({ ...known, message, data: { ...known.data, ...(id === null && { user }), userDescription: cut(userDescription, 4_000) } })
}
