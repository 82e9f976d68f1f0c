import { createContext, type ReactNode, useContext } from 'react'
import type { Acquisition } from '#contract/acquisition.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { type AcquisitionActs, useAcquisitionActs } from './acquisition-acts.ts'

type Purchase = {
  readonly circleId: string
  readonly userId: string
  readonly isForBroker: boolean
  readonly purchase: Acquisition
  readonly acts: AcquisitionActs
  /** Runs an act; where the server wants to know that it is this person, they are asked. */
  readonly run: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** While the person is asked who they are, the act's own dialog is hidden. */
  readonly isAsking: boolean
}

const PurchaseContext = createContext<Purchase | null>(null)

type PurchaseProviderProps = Omit<Purchase, 'acts' | 'run' | 'isAsking'> & { children: ReactNode }

export function PurchaseProvider({ children, ...rest }: PurchaseProviderProps) {
  const acts = useAcquisitionActs(rest.circleId)
  const { run, isAsking, dialog } = useStepUp('confirm_money')
  return (
    <PurchaseContext value={{ ...rest, acts, run, isAsking }}>
      {children}
      {dialog}
    </PurchaseContext>
  )
}

export function usePurchase(): Purchase {
  const purchase = useContext(PurchaseContext)
  if (!purchase) throw new Error('usePurchase needs a PurchaseProvider above it')
  return purchase
}
