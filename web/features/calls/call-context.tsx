import { createContext, type ReactNode, useContext } from 'react'
import type { Call } from '#contract/calls.ts'
import { type CallActs, useCallActs } from '#web/shared/calls/use-call-acts.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'

type CallOnPage = {
  readonly circleId: string
  readonly userId: string
  readonly call: Call
  readonly acts: CallActs
  /** Runs an act; where the server wants to know that it is this person, they are asked. */
  readonly run: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
}

const CallContext = createContext<CallOnPage | null>(null)

type CallProviderProps = Pick<CallOnPage, 'circleId' | 'userId' | 'call'> & { children: ReactNode }

export function CallProvider({ children, ...rest }: CallProviderProps) {
  const acts = useCallActs(rest.circleId)
  const { run, dialog } = useStepUp('confirm_money')
  return (
    <CallContext value={{ ...rest, acts, run }}>
      {children}
      {dialog}
    </CallContext>
  )
}

export function useCall(): CallOnPage {
  const call = useContext(CallContext)
  if (!call) throw new Error('useCall needs a CallProvider above it')
  return call
}
