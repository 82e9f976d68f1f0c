import { foldName } from './spellings.ts'

const states =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DC District of Columbia|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|ENG England|SCT Scotland|WLS Wales|NIR Northern Ireland'.split(
    '|',
  )

const codes = new Map(
  states.flatMap((entry) => {
    const [code = '', ...name] = entry.split(' ')
    return [
      [foldName(code), code],
      [foldName(name.join(' ')), code],
    ]
  }),
)

/** Splits a folded text that ends in a state: "portlnd west virginia" is "portlnd" in WV. */
export function splitState(text: string): { name: string; stateCode: string } | undefined {
  const words = text.split(' ')
  for (const count of [3, 2, 1]) {
    const stateCode = codes.get(words.slice(-count).join(' '))
    if (stateCode && count < words.length) return { name: words.slice(0, -count).join(' '), stateCode }
  }
  return undefined
}
