import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/** `investmentCriteria.bedrooms.min` becomes "bedrooms min", `minimumShareSize` "minimum share size". */
function labelOf(path: Issue['path']): string {
  const names = (path ?? []).filter((part) => typeof part === 'string')
  const last = names.at(-1) ?? ''
  const said = last === 'min' || last === 'max' ? names.slice(-2) : names.slice(-1)
  return (
    said
      .map((name) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '))
      .join(' ')
      .toLowerCase() || 'request'
  )
}

const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a group of fields',
  record: 'must be a group of fields',
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

/** The default message for a field, for schemas without their own message. */
function validationMessage(issue: Issue): string {
  const label = labelOf(issue.path)
  const unit = 'origin' in issue ? (units[String(issue.origin)] ?? '') : ''
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `Please provide the ${label}`
      return `The ${label} ${kinds[issue.expected] ?? 'is not valid'}`
    case 'invalid_value':
      return issue.input === undefined ? `Please provide the ${label}` : `The ${label} must be one of ${issue.values.join(', ')}`
    case 'too_small':
      if (unit && Number(issue.minimum) === 1) return `Please provide the ${label}`
      return `The ${label} must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit}`
    case 'too_big':
      return `The ${label} must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit}`
    case 'not_multiple_of':
      return `The ${label} must be a multiple of ${issue.divisor}`
    default:
      return `The ${label} is not valid`
  }
}

/** Replaces zod's default messages in all schemas. */
export const setPlainValidationMessages = (): void => void z.config({ customError: validationMessage })
