import { useStoredFile } from '#web/api/files.ts'
import { Avatar } from '#web/ui/layout/avatar.tsx'

/** The initial stays where the picture cannot be loaded. */
export function OwnPicture({ fileKey, initial }: { fileKey: string; initial: string }) {
  const { file, onBroken } = useStoredFile(fileKey)
  return <Avatar initial={initial} filled picture={file?.url} onBroken={onBroken} />
}
