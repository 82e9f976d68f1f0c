import { useStoredFile } from '#web/api/files.ts'
import { FieldMessage } from '#web/ui/field-message.tsx'
import { InitialDisc } from '#web/ui/initial-disc.tsx'
import styles from './profile.module.css'

/** A person's picture, round; until it is there, their initial. */
export function ProfilePicture({ fileKey, initial }: { fileKey: string; initial: string }) {
  const { file, failed, onBroken } = useStoredFile(fileKey)
  if (failed) return <FieldMessage>Something went wrong...</FieldMessage>
  if (!file) return <InitialDisc initial={initial} filled size={112} />
  return <img className={styles.picture} src={file.url} alt="Your profile" onError={onBroken} />
}
