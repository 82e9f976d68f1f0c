import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { User, userReply } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { countsAsVerified } from '#domain/may/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { sessionQuery, useUser } from '#web/api/session.ts'
import { savedDraft } from '#web/shared/draft/saved-draft.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { StepForm } from '#web/ui/form/step-form.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { PreferenceFields } from './preference-fields.tsx'
import { type PreferenceValues, preferenceValues, toPreference } from './preferences.ts'
import styles from './profile.module.css'
import { Welcome } from './welcome.tsx'

/** The route is public: visitors read the welcome text and continue by registering. */
export function OnboardingScreen() {
  const user = useUser()
  if (user) return <Onboarding user={user} />
  return (
    <div className={styles.onboarding}>
      <Welcome />
      <ActionButton to={paths.register}>Let's Get Started</ActionButton>
    </div>
  )
}

async function save(user: User, values: PreferenceValues): Promise<User> {
  const answers = { verificationRequested: true, location: values.location, investmentPreference: toPreference(values) }
  const saved = await api.post<typeof userReply>(`app/user/${user._id}`, answers)
  // Saving has already recorded the request; a failure to repeat it is only logged.
  await api
    .post<typeof userReply>('app/user-verification', { user: user._id }, { quiet: true })
    .catch((error: unknown) => console.error(error))
  return saved
}

function Onboarding({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const navigate = useNavigate()
  const draft = useMemo(() => savedDraft<PreferenceValues>(`onboarding:${user._id}`), [user._id])
  const form = useSubmitForm<PreferenceValues, User>({
    initialValues: { ...preferenceValues(user), ...draft.read() },
    submit: (values) => save(user, values),
    onSuccess: (saved) => {
      draft.discard()
      void cache.invalidate(acts.onboardingSubmitted)
      // The gate redirects people who are verified already. For others the session must not be refetched here, or the gate would redirect
      // them to the start page instead of the waiting page, which refetches it itself.
      if (countsAsVerified(saved)) queryClient.setQueryData(sessionQuery.queryKey, saved)
      else return navigate(paths.userVerification)
    },
  })
  useEffect(() => draft.save(form.values), [draft, form.values])
  return (
    <div className={styles.onboarding}>
      <StepForm
        form={form}
        submit={{ label: 'Submit & Continue' }}
        steps={[
          { name: 'welcome', content: <Welcome />, nextLabel: "Let's Get Started" },
          {
            name: 'preferences',
            content: (
              <>
                <PageHeading subtitle="They help you find circles that fit. You can change them at any time in your profile.">
                  Investment Preferences
                </PageHeading>
                <Card className={styles.preferenceFields}>
                  <PreferenceFields form={form} />
                </Card>
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
