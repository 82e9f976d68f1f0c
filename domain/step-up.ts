/**
 * The acts for which a session is not enough: the person confirms with a passkey or the password that it is them. A confirmation is valid
 * for one act, in its session, for a few minutes.
 */
export const stepUpPurposes = [
  'change_email',
  'delete_account',
  'add_passkey',
  'remove_passkey',
  'export_data',
  'sign',
  // Confirming sums, *paid* and *received*.
  'confirm_money',
  'where_to_pay',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

export const stepUpMinutes = 5
