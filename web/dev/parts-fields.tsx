import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { IconBan, IconCircleCheck, IconEye, IconMail, IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { currencyValue, formatCurrencyField, formatMoney, keepCurrencyCharacters } from '#domain/money.ts'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import type { Option } from '#web/ui/fields/field-props.ts'
import { FilePreview } from '#web/ui/fields/file-preview.tsx'
import { MultiSelectField } from '#web/ui/fields/multi-select-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SearchDropdown } from '#web/ui/fields/search-dropdown.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './parts.module.css'
import { Section } from './parts-section.tsx'

const towns = ['Golden', 'Goldfield', 'Denver', 'Boulder', 'Aurora'].map((text) => ({ value: text.toLowerCase(), text }))
const findTown = async (text: string) => towns.filter((town) => town.text.toLowerCase().startsWith(text.toLowerCase()))
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function slowUpload(file: File, onProgress: (percent: number) => void) {
  for (let percent = 0; percent <= 100; percent += 4) {
    onProgress(percent)
    await wait(60)
  }
  await wait(800)
  if (file.name.includes('fail')) throw new Error('refused')
  return '/art/3-lakeside-cabin.svg'
}

export function DevFields() {
  const [text, setText] = useState('Maya')
  const [password, setPassword] = useState('')
  const [amount, setAmount] = useState<number | undefined>(40_000)
  const [count, setCount] = useState<number | undefined>(3)
  const [town, setTown] = useState('')
  const [structure, setStructure] = useState<string>(nullValue)
  const [structures, setStructures] = useState<Option[]>([
    { value: 'tic', text: 'Tenancy in Common' },
    { value: 'llc', text: 'LLC' },
  ])
  const [kinds, setKinds] = useState<string[]>(['condo'])
  const [radius, setRadius] = useState(25)
  const [investment, setInvestment] = useState(140_000)
  const [range, setRange] = useState<readonly [number, number]>([400_000, 2_000_000])
  const [picture, setPicture] = useState<string | null>(null)
  const [share, setShare] = useState<string | null>('2')
  const [size, setSize] = useState<string | null>('1/8')
  const [vote, setVote] = useState<string | null>('watch')
  return (
    <>
      <Section title="Fields">
        <Card>
          <div className={styles.grid}>
            <TextField label="First name" required value={text} onChange={setText} />
            <TextField
              label="Email"
              type="email"
              required
              value="maya@example.com"
              onChange={() => {}}
              leftSection={<IconMail {...iconProps(19)} />}
            />
            <CurrencyField
              label="Your investment"
              required
              symbol="$"
              value={amount}
              onChange={setAmount}
              keep={keepCurrencyCharacters}
              parse={currencyValue}
              format={(value) => formatCurrencyField(value, 'US')}
              error={amount === undefined || amount < 62_500 ? 'Your investment must be at least $62,500' : undefined}
            />
            <PasswordField
              label="Password"
              required
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={password === '' && 'Please provide your password'}
            />
            <NumberField label="Bedrooms" value={count} onChange={setCount} />
            <TextField label="Disabled" disabled value="Not now" onChange={() => {}} />
            <SearchDropdown
              label="Location"
              search={findTown}
              value={town}
              onChoose={(option) => setTown(option?.text ?? '')}
              leftSection={<IconMapPin {...iconProps(19)} />}
              placeholder="City"
            />
            <SelectField
              label="Ownership structure"
              required
              options={structures}
              value={structure}
              onChange={setStructure}
              onCreate={(text) => {
                setStructures([...structures, { value: text, text }])
                setStructure(text)
              }}
            />
            <SelectField label="Property condition" options={structures} value={nullValue} onChange={() => {}} />
            <MultiSelectField
              label="Property types"
              options={['Condominium', 'Townhouse', 'Land', 'Industrial'].map((text) => ({
                value: text === 'Condominium' ? 'condo' : text,
                text,
              }))}
              values={kinds}
              onChange={setKinds}
              placeholder="Add"
            />
            <SearchBox label="Search box" search={findTown} placeholder="Search">
              {(found) => <p>{found.map((option) => option.text).join(', ')}</p>}
            </SearchBox>
            <TextAreaField label="About" value="A small group." onChange={() => {}} description="Shown on the public page." />
            <SliderField
              label="Search radius"
              value={radius}
              onChange={setRadius}
              min={5}
              max={100}
              step={5}
              format={(value) => `${value} miles`}
              ends={['5', '100']}
            />
            <SliderField
              label="Investment amount"
              tone="clay"
              value={investment}
              onChange={setInvestment}
              min={70_000}
              max={420_000}
              step={70_000}
              ticks={[140_000, 210_000, 280_000, 350_000]}
              format={formatMoney}
              ends={['$70,000', '$420,000']}
            />
            <RangeSliderField
              label="Investment target range"
              value={range}
              onChange={setRange}
              min={10_000}
              max={5_000_000}
              step={10_000}
              format={formatMoney}
            />
            <UploadField
              label="Listing image"
              value={picture}
              onChange={setPicture}
              upload={slowUpload}
              preview={(key) => <FilePreview file={{ url: key, contentType: 'image/svg+xml', name: 'cabin.svg' }} />}
            />
            <Checkbox label="I accept the Terms of Service" defaultChecked />
            <Checkbox label="Not accepted" error="Acceptance is required" />
          </div>
        </Card>
      </Section>
      <Section title="Choice tiles">
        <div className={styles.grid}>
          <Card>
            <ChoiceTiles
              legend="Minimum share size"
              required
              choices={['1/2', '1/3', '1/4', '1/5', '1/6', '1/8', '1/10', '1/12'].map((value) => ({
                value,
                label: value,
                detail: '$62,500',
              }))}
              value={size}
              onChange={setSize}
            />
          </Card>
          <Card>
            <ChoiceTiles
              legend="Choose your arc"
              tone="clay"
              layout="shares"
              columns={2}
              choices={['1', '2', '3', '4'].map((value) => ({
                value,
                label: `${value} shares`,
                figure: '$140,000',
                detail: '16.7% of total',
              }))}
              value={share}
              onChange={setShare}
            />
          </Card>
          <Card>
            <ChoiceTiles
              legend="Vote on Property"
              hideLegend
              layout="rows"
              choices={[
                {
                  value: 'invest',
                  label: 'Ready to Invest',
                  detail: 'You would commit your arc to this property.',
                  tone: 'invest',
                  icon: <IconCircleCheck {...iconProps(22)} />,
                },
                {
                  value: 'watch',
                  label: 'Watch List',
                  detail: 'Worth following; not ready to commit yet.',
                  tone: 'watch',
                  icon: <IconEye {...iconProps(22)} />,
                },
                {
                  value: 'veto',
                  label: 'Veto',
                  detail: 'You do not want the circle to buy this one.',
                  tone: 'veto',
                  icon: <IconBan {...iconProps(22)} />,
                },
              ]}
              value={vote}
              onChange={setVote}
            />
          </Card>
        </div>
      </Section>
    </>
  )
}
