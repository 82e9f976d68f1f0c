import type { ReactElement } from 'react'
import type { MailProps, MailTemplate } from './mail-props.ts'

/** Where the product lives, for what every mail shows. */
export type Site = { readonly publicUrl: string; readonly supportEmail: string }

/** A template: from what it is to tell to a subject and a body. */
export type MailContent<Template extends MailTemplate> = (
  props: MailProps[Template],
  site: Site,
) => { readonly subject: string; readonly body: ReactElement }
