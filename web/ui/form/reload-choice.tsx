import { type ReactNode, useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'

type ReloadChoice = {
  /** Observes a save; its result and its error are passed on unchanged. */
  watch: <Answer>(save: Promise<Answer>) => Promise<Answer>
  readonly dialog: ReactNode
}

/** After a version conflict nothing is overwritten and no input is lost: the person chooses whether to reload. */
export function useReloadChoice(isConflict: (error: unknown) => boolean, onReload: () => void): ReloadChoice {
  const [isAsking, ask] = useState(false)
  const watch: ReloadChoice['watch'] = async (save) => {
    try {
      return await save
    } catch (error) {
      if (isConflict(error)) ask(true)
      throw error
    }
  }
  const dialog = (
    <Dialog
      opened={isAsking}
      onClose={() => ask(false)}
      title="Changed meanwhile"
      width={440}
      withCloseButton={false}
      actions={
        <>
          <ActionButton variant="outline" onClick={() => ask(false)} data-autofocus>
            Keep editing
          </ActionButton>
          <ActionButton
            onClick={() => {
              ask(false)
              onReload()
            }}
          >
            Reload
          </ActionButton>
        </>
      }
    >
      <p className="sub">
        Someone else has changed this since you opened it, so nothing was saved. Reload to see it as it is now; what you entered here is
        then gone.
      </p>
    </Dialog>
  )
  return { watch, dialog }
}
