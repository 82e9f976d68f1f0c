import type { Zone } from './dates.ts'

/** The time zone in which most people of each state live, by its code. A state with two zones has that of its larger part. */
const zoneByCode: Readonly<Record<string, Zone>> = {
  ...Object.fromEntries(
    'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'.split(' ').map((code) => [code, 'America/New_York']),
  ),
  ...Object.fromEntries('AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'.split(' ').map((code) => [code, 'America/Chicago'])),
  ...Object.fromEntries('CO ID MT NM UT WY'.split(' ').map((code) => [code, 'America/Denver'])),
  ...Object.fromEntries('CA NV OR WA'.split(' ').map((code) => [code, 'America/Los_Angeles'])),
  AZ: 'America/Phoenix',
  AK: 'America/Anchorage',
  HI: 'Pacific/Honolulu',
  PR: 'America/Puerto_Rico',
  ENG: 'Europe/London',
  SCT: 'Europe/London',
  WLS: 'Europe/London',
  NIR: 'Europe/London',
}

const codeByName: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DC District of Columbia|DE Delaware|FL Florida|' +
    'GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|' +
    'MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|' +
    'NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|' +
    'PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|' +
    'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|ENG England|SCT Scotland|WLS Wales|NIR Northern Ireland'
  )
    .split('|')
    .map((entry) => [entry.slice(entry.indexOf(' ') + 1).toUpperCase(), entry.slice(0, entry.indexOf(' '))]),
)

/** The zone of a state, given as a code or a name; null if it is not known. */
export function zoneOfState(state: string | null | undefined): Zone | null {
  const written = (state ?? '').trim().toUpperCase()
  return zoneByCode[codeByName[written] ?? written] ?? null
}
