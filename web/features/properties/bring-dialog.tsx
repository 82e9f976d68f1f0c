import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import { bringProblem, isFound } from '#domain/broker-desk.ts'
import { anyText, priceRangeText } from '#domain/criteria.ts'
import { rangeWarning } from '#domain/fit.ts'
import { isolate } from '#domain/isolate.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { ChoiceGroup } from '#web/ui/fields/choice-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './bring.module.css'

/** With more circles than these, they can be searched. */
const seenAtOnce = 8

type BringDialogProps = {
  /** The form that is submitted. */
  formId: string
  property: { readonly address: string; readonly city: string; readonly price: number | undefined }
  /** The circle whose form it is. */
  here: string
  circles: readonly Circle[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
  isPending: boolean
  problem: ReactNode
  onClose: () => void
}

/** Chooses the circles that get a copy of the property. */
export function BringDialog({ formId, property, here, circles, chosen, onChoose, isPending, problem, onClose }: BringDialogProps) {
  const [search, setSearch] = useState('')
  const shown = inOrder(circles, here).filter((circle) => isFound(circle, search.trim().toLowerCase()))
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Bring to several circles"
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton type="submit" form={formId} loading={isPending} disabled={chosen.length === 0}>
            Bring to {chosen.length} {chosen.length === 1 ? 'circle' : 'circles'}
          </ActionButton>
        </>
      }
    >
      <p className="sub">
        {isolate(property.address)}, {isolate(property.city)}. Each circle gets its own copy and votes by itself.
      </p>
      {circles.length > seenAtOnce && (
        <div className={styles.search}>
          <TextField label="Name or place" type="search" value={search} onChange={setSearch} />
        </div>
      )}
      <div className={styles.tiles}>
        <ChoiceGroup legend="Circles" hideLegend required={false} error={problem}>
          {shown.map((circle) => (
            <CircleTile
              key={circle._id}
              circle={circle}
              price={property.price ?? 0}
              isHere={circle._id === here}
              isChosen={chosen.includes(circle._id)}
              onToggle={() => toggle(circle._id)}
            />
          ))}
          {shown.length === 0 && <p className="sub">No circle called “{isolate(search.trim())}”.</p>}
        </ChoiceGroup>
      </div>
      <IconNote icon={<IconInfoCircle {...iconProps(16)} />}>
        Later changes go to one copy only. The circles do not see each other.
      </IconNote>
    </Dialog>
  )
}

/** The circle of the form first, those that take no properties last. */
const inOrder = (circles: readonly Circle[], here: string): Circle[] => {
  const place = (circle: Circle) => (bringProblem(circle.stage) !== null ? 2 : circle._id === here ? 0 : 1)
  return circles.toSorted((a, b) => place(a) - place(b))
}

type CircleTileProps = { circle: Circle; price: number; isHere: boolean; isChosen: boolean; onToggle: () => void }

function CircleTile({ circle, price, isHere, isChosen, onToggle }: CircleTileProps) {
  const problem = bringProblem(circle.stage)
  const { propertyInvestmentRange: range } = circle.investmentCriteria
  const notes = problem ? [] : [isHere && 'this form', rangeWarning(price, range)].filter(Boolean)
  return (
    <label className={styles.tile}>
      <input type="checkbox" checked={isChosen} disabled={problem !== null} onChange={onToggle} />
      <span className={styles.box}>{isChosen && <IconCheck {...iconProps(15)} />}</span>
      <span className={styles.words}>
        <b>
          <bdi>{circle.title}</bdi>
        </b>
        <span className="small num">{problem ?? `${circle.location.city} · ${range ? priceRangeText(range) : anyText}`}</span>
      </span>
      {notes.length > 0 && <span className="small">{notes.join(' · ')}</span>}
    </label>
  )
}
