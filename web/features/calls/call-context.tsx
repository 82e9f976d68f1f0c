import { createContext, type ReactNode, useContext } from 'react'
import type { Call } from '#contract/calls.ts'
import { type CallActs, useCallActs } from '#web/shared/calls/use-call-acts.ts'

type CallOnPage = {
  readonly circleId: string
  readonly userId: string
  readonly call: Call
  readonly acts: CallActs
}

const CallContext = createContext<CallOnPage | null>(null)

type CallProviderProps = Pick<CallOnPage, 'circleId' | 'userId' | 'call'> & { children: ReactNode }

export function CallProvider({ children, ...rest }: CallProviderProps) {
  const acts = useCallActs(rest.circleId)
  return <CallContext value={{ ...rest, acts }}>{children}</CallContext>
}

export function useCall(): CallOnPage {
  const call = useContext(CallContext)
  if (!call) throw new Error('useCall needs a CallProvider above it')
  return call
}
