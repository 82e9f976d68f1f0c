import { useState } from 'react'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { arcColor } from '#web/ui/ring/arc-color.ts'
import { ArcRing, type RingArc } from '#web/ui/ring/arc-ring.tsx'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'
import { StepRing } from '#web/ui/ring/step-ring.tsx'
import styles from './parts.module.css'
import { Section, Shown } from './parts-section.tsx'

const target = 900_000
const members: RingArc[] = [
  { key: 'theo', amount: 225_000, label: 'Theo', initial: 'T' },
  { key: 'maya', amount: 150_000, label: 'Maya', initial: 'M', isYou: true },
  { key: 'priya', amount: 75_000, label: 'Priya', initial: 'P' },
  { key: 'jonah', amount: 75_000, label: 'Jonah', initial: 'J' },
  { key: 'lena', amount: 150_000, label: 'Lena', initial: 'L' },
]
const open = [75_000, 75_000, 75_000]
const owner: RingArc[] = [{ key: 'owner', amount: 210_000, label: 'Vera', initial: 'V' }]
const three: RingArc[] = [
  ...owner,
  { key: 'otto', amount: 140_000, label: 'Otto', initial: 'O' },
  { key: 'gwen', amount: 70_000, label: 'Gwen', initial: 'G' },
]
const nameless = three.map(({ initial: _, ...arc }) => arc)
const equal = (count: number): RingArc[] =>
  Array.from({ length: count }, (_, index) => ({ key: `m${index}`, amount: 60_000, label: `Member ${index + 1}` }))
const sixths = [70_000, 70_000, 70_000, 70_000, 70_000, 70_000]

const money = (amount: number) => `$${amount.toLocaleString('en-US')}`

function Sizes() {
  return (
    <div className={styles.row}>
      <Shown as="28 · table">
        <ArcRing size={28} target={target} arcs={members} openPrices={open} />
      </Shown>
      <Shown as="64 · dashboard">
        <ArcRing size={64} target={target} arcs={members} openPrices={open} />
      </Shown>
      <Shown as="88 · card">
        <ArcRing size={88} target={target} arcs={members} openPrices={open} />
      </Shown>
      <Shown as="140 · lead card">
        <ArcRing size={140} target={target} arcs={members} openPrices={open} />
      </Shown>
      <Shown as="160 · popover, panel">
        <ArcRing size={160} target={target} arcs={members} openPrices={open} />
      </Shown>
      <Shown as="284 · circle page">
        <ArcRing size={284} target={target} arcs={members} openPrices={open} />
      </Shown>
    </div>
  )
}

function WithLegend() {
  const [highlighted, highlight] = useState<string | null>(null)
  return (
    <Card>
      <CardHeader title="Circle Progress" aside={<span className="small sub">Minimum share 1/12 · $75,000</span>} />
      <div className={styles.row}>
        <ArcRing size={284} target={target} arcs={members} openPrices={open} highlighted={highlighted} />
        <div style={{ flex: '1 1 280px' }}>
          <RingLegend
            caption="Who holds which part"
            rows={members.map((member) => ({
              key: member.key,
              name: member.label,
              amount: money(member.amount),
              percent: `${((member.amount / target) * 100).toFixed(2)}%`,
              ...(member.isYou && { isYou: true }),
            }))}
            rest={{ name: 'Remaining goal', amount: '$225,000', percent: '25.00%' }}
            highlighted={highlighted}
            onHighlight={highlight}
          />
        </div>
      </div>
    </Card>
  )
}

export function DevRings() {
  const [shares, setShares] = useState(2)
  return (
    <>
      <Section title="The arc ring">
        <Card>
          <Sizes />
          <div className={styles.row}>
            <Shown as="No members yet">
              <ArcRing size={160} target={840_000} arcs={[]} openPrices={[...sixths, ...sixths]} />
            </Shown>
            <Shown as="Owner only">
              <ArcRing size={160} target={840_000} arcs={owner} openPrices={[...sixths, 70_000, 70_000, 70_000]} />
            </Shown>
            <Shown as="No target">
              <ArcRing size={160} target={null} arcs={[]} />
            </Shown>
            <Shown as="Fully funded, gauge">
              <ArcRing size={160} target={480_000} arcs={equal(8)} />
            </Shown>
            <Shown as="Fully funded, card">
              <ArcRing size={88} target={480_000} arcs={equal(8)} />
            </Shown>
            <Shown as="Dashboard 100%">
              <ArcRing size={64} target={480_000} arcs={equal(8)} />
            </Shown>
          </div>
          <div className={styles.row}>
            <Shown as="Twelve members">
              <ArcRing size={160} target={720_000} arcs={equal(12)} />
            </Shown>
            <Shown as="Fifteen: slot 12 shared">
              <ArcRing size={160} target={1_000_000} arcs={equal(15)} />
            </Shown>
            <Shown as="Over target">
              <ArcRing size={160} target={100_000} arcs={equal(3)} />
            </Shown>
            <Shown as="One holds all">
              <ArcRing size={140} target={60_000} arcs={equal(1)} />
            </Shown>
            <Shown as="Public page, no names">
              <ArcRing size={240} target={840_000} arcs={nameless} openPrices={sixths} />
            </Shown>
          </div>
          <div className={styles.row}>
            <Shown as="Proposed arc">
              <ArcRing
                size={264}
                target={840_000}
                arcs={three}
                openPrices={sixths}
                proposed={shares * 70_000}
                caption="with your arc"
                label={`${shares} shares proposed`}
              />
            </Shown>
            <div style={{ width: 220 }}>
              <SliderField label="Shares" tone="clay" value={shares} onChange={setShares} min={1} max={6} step={1} format={String} />
            </div>
            <Shown as="In the wizard">
              <ArcRing
                size={264}
                target={500_000}
                arcs={[{ key: 'you', amount: 125_000, label: 'You', isYou: true }]}
                openPrices={Array<number>(6).fill(62_500)}
                caption="your arc"
                label="Your arc is 25% of the circle"
              />
            </Shown>
            <StepRing step={4} total={5} />
          </div>
        </Card>
        <div className={styles.dark} data-mantine-color-scheme="dark">
          <Card>
            <Sizes />
          </Card>
        </div>
      </Section>
      <Section title="Arc palette">
        <Card>
          <div style={{ display: 'grid', gridTemplateColumns: 'repeat(12, 1fr)', gap: 3 }}>
            {equal(12).map((arc, index) => (
              <div key={arc.key} className={styles.swatch} style={{ background: arcColor(index) }} />
            ))}
          </div>
        </Card>
      </Section>
      <Section title="Ring and legend">
        <WithLegend />
      </Section>
      <Section title="Steps">
        <Stepper
          label="Join"
          steps={['How Circle Investments Work', 'Choose Your Investment', 'Confirm Your Investment']}
          current={2}
          numbered
        />
        <div style={{ height: 28 }} />
        <Stepper label="Create" steps={['BASICS', 'LOCATION', 'PROPERTY', 'FINANCIAL', 'REVIEW']} current={4} />
      </Section>
    </>
  )
}
