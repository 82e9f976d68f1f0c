/** Every report of a crashed page is accepted: values of any type become text, without secrets, truncated to these lengths. */
export const crashReportLengths = {
  name: 1_000,
  message: 4_000,
  stack: 20_000,
  cause: 4_000,
  code: 200,
  statusCode: 20,
  componentName: 1_000,
  location: 2_000,
  browser: 1_000,
  userDescription: 4_000,
} as const
