import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { User, userReply } from '#contract/accounts.ts'
import { isPortraitKey, mostMegabytes, portraitName, uploadLimits } from '#domain/files.ts'
import { countsAsVerified } from '#domain/may/person.ts'
import { initialOf, nameProblem, userType } from '#domain/person.ts'
import { longestAbout } from '#domain/questions.ts'
import { api } from '#web/api/client.ts'
import { uploadFile, uploadRefusal } from '#web/api/files.ts'
import { pictureRejections } from '#web/shared/files/picture-rejections.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { nullValue } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { PreferenceFields } from './preference-fields.tsx'
import { type PreferenceValues, preferenceValues, toPreference } from './preferences.ts'
import styles from './profile.module.css'
import { ProfilePicture } from './profile-picture.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

type ProfileValues = PreferenceValues & {
  firstName: string
  lastName: string
  profileImageKey: string | null
  hideEmailFromMembers: boolean
  about: string
  showsAbout: boolean
  timeZone: string
}

const pictureTypes = uploadLimits.contentTypes.filter((type) => type.startsWith('image/'))
// Any signed-in user may see profile pictures; visitors too, if the person shows who they are. So the file's own name is not sent.
const upload = (file: File, onProgress: (percent: number) => void) =>
  uploadFile(new File([file], portraitName(file.type), { type: file.type }), onProgress, { isViewableByAnyUser: true })

function problemsOf({ firstName, lastName }: ProfileValues): Problem[] {
  const problems = [
    { field: 'firstName', message: nameProblem(firstName, 'First name') },
    { field: 'lastName', message: nameProblem(lastName, 'Last name') },
  ]
  return problems.flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]))
}

/** Personal information and preferences are saved together. */
export function ProfileForm({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const form = useSubmitForm<ProfileValues, User>({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      profileImageKey: user.profileImageKey,
      hideEmailFromMembers: user.hideEmailFromMembers,
      about: user.about,
      showsAbout: user.showsAbout,
      timeZone: user.timeZone ?? nullValue,
      ...preferenceValues(user),
    },
    check: problemsOf,
    submit: ({ firstName, lastName, profileImageKey, hideEmailFromMembers, about, showsAbout, timeZone, ...preferences }) =>
      api.post<typeof userReply>('app/profile', {
        firstName,
        lastName,
        profileImageKey,
        hideEmailFromMembers,
        about,
        showsAbout,
        timeZone: timeZone === nullValue ? null : timeZone,
        location: preferences.location,
        investmentPreference: toPreference(preferences),
        updatedAt: user.updatedAt,
      }),
    onSuccess: (saved) => {
      onSaved(saved)
      toast.success('Profile saved')
    },
  })
  const picture = form.field('profileImageKey')
  return (
    <form className={styles.form} {...form.formProps}>
      <Card className={styles.fields}>
        <CardHeader
          title="Personal information"
          aside={
            <span className={styles.badges}>
              <Badge>{userType(user)}</Badge>
              {countsAsVerified(user) ? (
                <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
                  Verified
                </Badge>
              ) : (
                <Badge icon={<IconClock {...iconProps(15)} />}>Awaiting verification</Badge>
              )}
            </span>
          }
        />
        <UploadField
          label="Profile picture"
          description={`JPEG, PNG, WebP, GIF or AVIF, at most ${mostMegabytes} MB. Everyone who is signed in can see it.`}
          value={picture.value}
          onChange={picture.onChange}
          error={picture.error}
          upload={upload}
          accept={pictureTypes}
          maxBytes={uploadLimits.bytes}
          rejections={pictureRejections}
          refusalOf={uploadRefusal}
          preview={(key) => <ProfilePicture fileKey={key} initial={initialOf(form.values)} />}
        />
        <div className={styles.names}>
          <TextField label="First name" required autoComplete="given-name" {...form.field('firstName')} />
          <TextField label="Last name" required autoComplete="family-name" {...form.field('lastName')} />
        </div>
        {!user.isBroker && (
          <ToggleField
            label="Hide my e-mail from members"
            description="The members of your circles see your name and amount either way. Brokers never see your address."
            {...form.field('hideEmailFromMembers')}
          />
        )}
        {!user.isBroker && (
          <>
            <ToggleField
              label="Show who I am on my circles’ public pages"
              description="First name, picture, verified, member since, number of circles, and the text below. Never your address."
              {...form.field('showsAbout')}
            />
            <CountedTextArea label="About you (optional)" rows={3} maxLength={longestAbout} {...form.field('about')} />
            {form.values.showsAbout && picture.value !== null && !isPortraitKey(picture.value) && (
              <p className="small sub">To show your picture there, please upload it again: its file name may tell more than you wish.</p>
            )}
          </>
        )}
        <TimeZoneField {...form.field('timeZone')} />
        <p className="small muted">
          With Arcstead since <Day at={user.createdAt} />
        </p>
      </Card>
      <Card className={styles.preferenceFields}>
        <h2>Investment preferences</h2>
        <PreferenceFields form={form} />
      </Card>
      <SubmitButton label="Save changes" status={form.status} message={form.message} />
    </form>
  )
}
