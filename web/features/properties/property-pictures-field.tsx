import type { ReactNode } from 'react'
import { mostMegabytes, uploadLimits } from '#domain/files.ts'
import { mostPictures, tooManyPictures } from '#domain/property-pictures.ts'
import { uploadFile, uploadRefusal } from '#web/api/files.ts'
import { pictureRejections } from '#web/shared/files/picture-rejections.ts'
import { StoredPicture } from '#web/shared/listing/listing-picture.tsx'
import { UploadListField } from '#web/ui/fields/upload-list-field.tsx'
import { type UploadedFile, type UploadList, useUploadList } from '#web/ui/fields/use-upload-list.ts'

const accept = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

export const usePictureUploads = (value: readonly UploadedFile[], onChange: (pictures: UploadedFile[]) => void): UploadList =>
  useUploadList({
    value,
    onChange,
    upload: (file, onProgress, signal) => uploadFile(file, onProgress, {}, signal),
    most: mostPictures,
    rejections: { file: pictureRejections.either, number: tooManyPictures },
    refusalOf: uploadRefusal,
  })

type PropertyPicturesFieldProps = { uploads: UploadList; disabled: boolean; error: ReactNode }

/** Up to twelve pictures in their order; the first one is the listing picture. */
export function PropertyPicturesField({ uploads, disabled, error }: PropertyPicturesFieldProps) {
  return (
    <UploadListField
      label="Pictures"
      uploads={uploads}
      isOrdered
      disabled={disabled}
      hint={`Optional. JPEG, PNG, WebP or GIF, at most ${mostMegabytes} MB each, up to ${mostPictures}.`}
      accept={accept}
      maxBytes={uploadLimits.bytes}
      detailOf={(_file, index) => (index === 0 ? 'Listing picture, shown first' : `Picture ${index + 1}`)}
      preview={({ key }, index) => <StoredPicture imageKey={key} alt={index === 0 ? 'The listing' : `Picture ${index + 1}`} />}
      error={error}
    />
  )
}
