import { IconArrowRight, IconCircleCheck, IconCopyCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BankFilePreview, BankFileRequest } from '#contract/bank-files.ts'
import { paths } from '#contract/paths.ts'
import { bankFileLimits } from '#domain/bank-file.ts'
import { circleQuery } from '#web/api/circles.ts'
import { bookQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { Choices } from './bank-file-choices.ts'
import { Findings } from './bank-file-findings.tsx'
import { Balances, leftOutWords, NewLines } from './bank-file-lines.tsx'
import { Problem } from './bank-file-problem.tsx'
import styles from './import-page.module.css'

type Chosen = { readonly name: string; readonly content: string }

/** The file's bytes in base64, as the request carries them. */
const readFile = (file: File, onProgress: (percent: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded * 100) / total) : 0)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })

/** A file of the bank: read first, added later. */
export function ImportPage({ circleId }: { circleId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: book } = useSuspenseQuery(bookQuery(circleId))
  const acts = useBookActs(circleId)
  const navigate = useNavigate()
  const [bankAccountId, setAccount] = useState(book.accounts[0]?._id ?? '')
  const [file, setFile] = useState<Chosen | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const [inFile, setInFile] = useState<number | null>(null)
  const [preview, setPreview] = useState<BankFilePreview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const latest = useRef(0)

  const request = (of: Chosen, account: string, chosen: Choices, number: number | null): BankFileRequest => ({
    bankAccountId: account,
    content: of.content,
    account: number,
    choices: chosen,
  })
  const read = async (of: Chosen, account: string, chosen: Choices, number: number | null) => {
    latest.current += 1
    const mine = latest.current
    setReading(true)
    setFailure(null)
    try {
      const answer = await acts.previewFile(request(of, account, chosen, number))
      if (mine === latest.current) setPreview(answer)
    } catch (error) {
      if (mine !== latest.current) return
      setPreview(null)
      setFailure(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      if (mine === latest.current) setReading(false)
    }
  }
  const choose = (change: Choices) => {
    const next = { ...choices, ...change, ...(change.columns && { columns: { ...choices.columns, ...change.columns } }) }
    setChoices(next)
    if (file) void read(file, bankAccountId, next, inFile)
  }
  const startOver = () => {
    latest.current += 1
    setFile(null)
    setPreview(null)
    setFailure(null)
    setChoices({})
    setInFile(null)
  }
  const add = async () => {
    if (!file) return
    setAdding(true)
    setFailure(null)
    try {
      const { added, known, unmatched } = await acts.importFile(request(file, bankAccountId, choices, inFile))
      toast.success(`${added === 1 ? '1 line' : `${added} lines`} added, ${known} known`)
      await navigate(unmatched > 0 ? paths.circleBookMatch(circleId) : paths.circleBook(circleId))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      setAdding(false)
    }
  }
  if (!book.may.book)
    return (
      <>
        <BackButton to={paths.circleBook(circleId)} label="Book" />
        <EmptyState level="h1" title="Only the treasurer adds bank files">
          {book.treasurer ? <bdi>{book.treasurer.name}</bdi> : 'Nobody'} keeps the book of this circle.
        </EmptyState>
      </>
    )
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleBook(circleId)} label="Book" />
      <PageHeading
        subtitle={
          <>
            <bdi>{circle.title}</bdi>. Only the treasurer, and who closes the month, sees the bank’s texts.
          </>
        }
      >
        Bank file
      </PageHeading>
      <Card className={styles.file}>
        <CardHeader
          title="1. The file"
          aside={
            preview?.before?.fileCents != null &&
            preview.before.fileCents === preview.before.knownCents && (
              <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(16)} />}>
                Balances join
              </Badge>
            )
          }
        />
        {book.accounts.length > 1 && (
          <SelectField
            label="Bank account"
            nullText={null}
            options={book.accounts.map(({ _id, name }) => ({ value: _id, text: name }))}
            value={bankAccountId}
            onChange={(account) => {
              setAccount(account)
              if (file) void read(file, account, choices, inFile)
            }}
          />
        )}
        <UploadField
          label="File of the bank"
          description="CSV, OFX or camt.053, at most 10 MB. It is read here first; nothing is added yet."
          value={file?.name ?? null}
          onChange={(name) => name === null && startOver()}
          upload={async (chosen, onProgress) => {
            const content = await readFile(chosen, onProgress)
            const chosenFile = { name: chosen.name, content }
            setFile(chosenFile)
            setChoices({})
            setInFile(null)
            await read(chosenFile, bankAccountId, {}, null)
            return chosen.name
          }}
          preview={(name) => (
            <p>
              <bdi>{name}</bdi>
            </p>
          )}
          maxBytes={bankFileLimits.bytes}
          rejections={{ type: 'This is no file of a bank.', size: 'Files may be at most 10 MB.' }}
        />
        {preview && (
          <Findings
            preview={preview}
            onChoose={choose}
            onAccount={(number) => {
              setInFile(number)
              if (file) void read(file, bankAccountId, choices, number)
            }}
          />
        )}
        {preview?.problem && <Problem problem={preview.problem} chosen={choices} onChoose={choose} />}
        {failure && <FieldMessage>{failure}</FieldMessage>}
        {preview && <Balances preview={preview} />}
      </Card>
      {preview && preview.problem === null && (
        <>
          <StatStrip
            stats={[
              { key: 'lines', label: 'Lines in the file', value: preview.lines },
              { key: 'new', label: 'New, will be added', value: preview.added },
              { key: 'known', label: 'Known, stay as they are', value: preview.known },
            ]}
          />
          {preview.added === 0 ? (
            <Card className={styles.nothing}>
              <IconCopyCheck {...iconProps(28)} />
              <h2>Nothing new</h2>
              <p className="sub">
                {preview.lines} lines, 0 new, {preview.known} known. Adding it again changes no line; it can show further days.
              </p>
            </Card>
          ) : (
            <NewLines preview={preview} />
          )}
          <div className={styles.buttons}>
            <span className="small sub num">{leftOutWords(preview)}</span>
            <ActionButton loading={isAdding} disabled={isReading} rightSection={<IconArrowRight {...iconProps(18)} />} onClick={add}>
              {preview.added === 0 ? 'Add its days' : preview.added === 1 ? 'Add 1 line' : `Add ${preview.added} lines`}
            </ActionButton>
          </div>
        </>
      )}
    </div>
  )
}
