import { useStoredFile } from '#web/api/files.ts'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import styles from './profile.module.css'

/** Shows the initial until the picture has loaded. */
export function ProfilePicture({ fileKey, initial }: { fileKey: string; initial: string }) {
  const { file, failed, onBroken } = useStoredFile(fileKey)
  if (failed) return <FieldMessage>Something went wrong...</FieldMessage>
  if (!file) return <Avatar initial={initial} filled size={112} />
  return <img className={styles.picture} src={file.url} alt="Your profile" onError={onBroken} />
}
