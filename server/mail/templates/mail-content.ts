import type { ReactElement } from 'react'
import type { MailProps, MailTemplate } from './mail-props.ts'

/** Values that every mail shows. */
export type Site = { readonly publicUrl: string; readonly supportEmail: string }

/** `unsubscribeLink` switches mails of this kind off; null for mails without a switch. */
export type MailContext = Site & { readonly unsubscribeLink: string | null }

/** A template turns props into a subject and a body. */
export type MailContent<Template extends MailTemplate> = (
  props: MailProps[Template],
  site: MailContext,
) => { readonly subject: string; readonly body: ReactElement }
