import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconDots,
  IconFileText,
  IconLock,
  IconMinus,
  IconPencil,
  IconPlayerSkipForward,
  IconWritingSign,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AcquisitionStep } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { usePurchase } from './purchase-context.tsx'
import styles from './purchase-path.module.css'
import { type StepLook, stepLook, stepWho } from './step-words.ts'

/** What can be done with a step, each in its dialog. */
export type StepAct = 'end' | 'change' | 'skip'

const nodeIcons: Readonly<Partial<Record<StepLook, typeof IconCheck>>> = {
  done: IconCheck,
  skipped: IconMinus,
  late: IconClock,
  locked: IconLock,
}
const lookWords: Readonly<Partial<Record<StepLook, string>>> = { late: 'Overdue', locked: 'Not yet possible' }

type PurchaseStepProps = { step: AcquisitionStep; onAct: (act: StepAct) => void }

export function PurchaseStep({ step, onAct }: PurchaseStepProps) {
  const { day } = useDates()
  const { purchase, userId } = usePurchase()
  const look = stepLook(step)
  const NodeIcon = nodeIcons[look]
  const isNow = look === 'now'
  const isMineToSign = step.state === 'open' && waitsForMe(step, userId)
  return (
    <li className={styles.step} data-look={look} aria-current={isNow ? 'step' : undefined}>
      <span className={styles.node} aria-hidden="true">
        {NodeIcon && <NodeIcon {...iconProps(15)} />}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {step.title}
          {lookWords[look] && <span className="visually-hidden">, {lookWords[look]}</span>}
        </h3>
        <p className={styles.who}>{stepWho(step, purchase.people, day)}</p>
      </div>
      <p className={`${styles.date} num`}>
        <StepDate step={step} />
      </p>
      {isNow ? <span className={styles.menu} /> : <StepMenu step={step} onAct={onAct} />}
      <div className={styles.more}>
        {step.document && <StepDocument step={step} />}
        {(isNow || isMineToSign) && step.signers && <Signers step={step} />}
        {isMineToSign && <SignWay step={step} />}
        {isNow && <NowActs step={step} onAct={onAct} />}
      </div>
    </li>
  )
}

function StepDate({ step: { state, endedAt, dueDay, isOverdue } }: { step: AcquisitionStep }) {
  const { day } = useDates()
  if (state === 'skipped') return 'Skipped'
  if (state === 'done') return endedAt ? `Done ${day(endedAt)}` : 'Done'
  if (!dueDay) return null
  return isOverdue ? <strong>Was due {formatCalendarDay(dueDay)}</strong> : `Due ${formatCalendarDay(dueDay)}`
}

function StepDocument({ step: { document } }: { step: AcquisitionStep }) {
  const { circleId } = usePurchase()
  return (
    document && (
      <Link className={styles.document} to={paths.circleDocument(circleId, document.documentId)}>
        <IconFileText {...iconProps(17)} />
        <bdi>{document.title}</bdi>
      </Link>
    )
  )
}

function Signers({ step: { signers } }: { step: AcquisitionStep }) {
  const { userId } = usePurchase()
  return (
    <ul className={styles.signers} aria-label="Signatures">
      {signers?.map(({ _id, name, hasSigned }) => (
        <li key={_id} data-signed={hasSigned} data-you={_id === userId && !hasSigned}>
          {hasSigned ? <IconCircleCheck {...iconProps(17)} /> : <IconCircleDashed {...iconProps(17)} />}
          {_id === userId ? 'You' : <bdi>{name}</bdi>}
          <span className="visually-hidden">{hasSigned ? ', signed' : ', not signed yet'}</span>
        </li>
      ))}
    </ul>
  )
}

const waitsForMe = ({ signers, document }: AcquisitionStep, userId: string): boolean =>
  document !== null && (signers?.some(({ _id, hasSigned }) => _id === userId && !hasSigned) ?? false)

function SignWay({ step: { document } }: { step: AcquisitionStep }) {
  const { circleId } = usePurchase()
  return (
    document && (
      <div className={styles.acts}>
        <ActionButton to={paths.signDocument(circleId, document.documentId)} leftSection={<IconWritingSign {...iconProps(19)} />}>
          Read and sign
        </ActionButton>
        <span className="small sub">We ask for your passkey or password at the end.</span>
      </div>
    )
  )
}

function NowActs({ step, onAct }: PurchaseStepProps) {
  const { document } = step
  const isSignedHere = step.key === 'agreement_signed'
  if (!step.mayEnd && !step.mayChange && !step.maySkip) return null
  return (
    <div className={styles.acts}>
      {step.mayEnd && <ActionButton onClick={() => onAct('end')}>{endLabel(step)}</ActionButton>}
      {step.mayChange && (
        <ActionButton variant={isSignedHere && !document ? 'filled' : 'outline'} onClick={() => onAct('change')}>
          {isSignedHere && !document ? 'Choose the agreement' : 'Change'}
        </ActionButton>
      )}
      {step.maySkip && (
        <ActionButton variant="subtle" onClick={() => onAct('skip')}>
          Skip
        </ActionButton>
      )}
    </div>
  )
}

const endLabel = ({ key }: AcquisitionStep): string => (key === 'wire' ? 'Record the wire' : 'Mark as done')

/** The acts of a step that is not the present one. */
function StepMenu({ step, onAct }: PurchaseStepProps) {
  const typeAhead = useMenuTypeAhead()
  const items = [
    ...(step.mayEnd ? [{ act: 'end', text: endLabel(step), icon: IconCheck } as const] : []),
    ...(step.maySendMore ? [{ act: 'end', text: 'Record a further wire', icon: IconCheck } as const] : []),
    ...(step.mayChange ? [{ act: 'change', text: 'Change', icon: IconPencil } as const] : []),
    ...(step.maySkip ? [{ act: 'skip', text: 'Skip', icon: IconPlayerSkipForward } as const] : []),
  ]
  if (items.length === 0) return <span className={styles.menu} />
  return (
    <div className={styles.menu}>
      <Menu width={220} position="bottom-end" offset={4}>
        <Menu.Target>
          <button className={styles.menuButton} type="button" aria-label={`Menu of ${step.title}`}>
            <IconDots {...iconProps(20)} />
          </button>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={typeAhead}>
          {items.map(({ act, text, icon: ItemIcon }) => (
            <Menu.Item key={act} leftSection={<ItemIcon {...iconProps(18)} />} onClick={() => onAct(act)}>
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
