import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { areAllDone, type FirstStep, firstSteps } from '#domain/first-steps.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { firstStepsQuery, useSaveFirstSteps } from './first-steps.queries.ts'
import { copyPublicLink, sharePublicPage } from './share-page.ts'

export type FirstStepsOfOwner = {
  /** Null while nothing is shown: put away, or not loaded. */
  readonly steps: readonly FirstStep[] | null
  readonly isLoading: boolean
  /** All done: only the card's head is shown. */
  readonly isHeadOnly: boolean
  readonly putAway: () => void
  readonly bringBack: () => void
  readonly copyLink: () => void
  readonly share: () => void
}

type Circle = { readonly _id: string; readonly title: string }
type Options = {
  /** First steps are the owner's, until the circle has ended. */
  readonly isOwners: boolean
  /** The charter is open, by whichever way. */
  readonly isCharterOpen: boolean
}

/** Lives as long as the visit to the circle: once all steps are done, the card stands for this visit and is put away for the next. */
export function useFirstSteps({ _id: circleId, title }: Circle, { isOwners, isCharterOpen }: Options): FirstStepsOfOwner {
  const { day } = useDates()
  const { data, isLoading } = useQuery({ ...firstStepsQuery(circleId), enabled: isOwners })
  const { mutate } = useSaveFirstSteps(circleId)
  const [isAsked, setAsked] = useState(false)
  const [isStanding, setStanding] = useState(false)
  const [isGone, setGone] = useState(false)

  const steps = data ? firstSteps(data, (at) => day(at, 'short')) : null
  const isAllDone = steps !== null && areAllDone(steps)
  const isFinished = isOwners && data?.isPutAway === false && isAllDone && !isAsked
  useEffect(() => {
    if (!isFinished) return
    setStanding(true)
    mutate({ isPutAway: true })
  }, [isFinished, mutate])

  const isReading = isOwners && isCharterOpen && data?.rulesReadAt === null
  useEffect(() => {
    if (isReading) mutate({ rulesRead: true })
  }, [isReading, mutate])

  const markShared = (isShared: boolean) => {
    if (isShared && isOwners && data && data.sharedAt === null) mutate({ shared: true })
  }
  const isShown = isOwners && !isGone && (isAsked || isStanding || data?.isPutAway === false)
  return {
    steps: isShown ? steps : null,
    isLoading,
    isHeadOnly: isAllDone && !isAsked,
    putAway: () => {
      setGone(true)
      mutate({ isPutAway: true }, { onError: () => setGone(false) })
    },
    bringBack: () => {
      setGone(false)
      setAsked(true)
      if (!isAllDone) mutate({ isPutAway: false })
    },
    copyLink: () => void copyPublicLink(circleId).then(markShared),
    share: () => void sharePublicPage(circleId, title).then(markShared),
  }
}
