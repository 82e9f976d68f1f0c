import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { labelOf, listingStatuses, type Preference, preferences } from '#domain/choices.ts'
import { countedIn } from '#domain/counting.ts'
import { milesBetween } from '#domain/distance.ts'
import { placeFit, priceFit, targetFit } from '#domain/fit.ts'
import { formatMiles } from '#domain/map.ts'
import { formatDollars } from '#domain/money.ts'
import { outcomeWithHint } from '#domain/outcome.ts'
import { factNames, factWords, type PropertyFact, propertyFacts } from '#domain/property-facts.ts'
import { countedVotes } from '#domain/votes.ts'
import { circleQuery, myMembershipsQuery, propertiesQuery } from '#web/api/circles.ts'
import { placeQuery } from '#web/api/places.ts'
import { useUser } from '#web/api/session.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import { Calculator } from './calculator.tsx'
import styles from './properties.module.css'

const most = 4

/** Two to four properties side by side; their ids are in the URL. */
export function CompareScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const { data: all } = useSuspenseQuery(propertiesQuery(id))
  // Of hidden ones nothing is known.
  const properties = all.filter(({ isHidden }) => !isHidden)
  const [query, setQuery] = useSearchParams()
  const named = query.getAll('property').filter((each) => properties.some((property) => property._id === each))
  const chosen = named.length > 0 ? named.slice(0, most) : properties.slice(0, 2).map((property) => property._id)
  const shown = properties.filter((property) => chosen.includes(property._id))
  const choose = (values: readonly string[]) =>
    setQuery(new URLSearchParams(values.slice(-most).map((value) => ['property', value])), { replace: true, preventScrollReset: true })
  return (
    <>
      <BackButton to={paths.circleVoting(id)} />
      <PageHeading subtitle={circle.title}>Compare properties</PageHeading>
      {properties.length < 2 ? (
        <EmptyState title="Nothing to compare yet">A circle needs at least two properties for that.</EmptyState>
      ) : (
        <>
          <div className={styles.compareChoice}>
            <ChoicePills
              legend="Choose two to four"
              choices={properties.map((property) => ({ value: property._id, label: property.address }))}
              values={chosen}
              onChange={choose}
            />
          </div>
          <Card padded={false}>
            <ScrollRegion className={styles.compareScroll} label="Comparison">
              <CompareTable circle={circle} properties={shown} />
            </ScrollRegion>
          </Card>
          {user && <Calculators circle={circle} properties={shown} userId={user._id} />}
        </>
      )}
    </>
  )
}

/** The distance from each property's city to the circle's place, where both are known. */
function useDistances(circle: Circle, properties: readonly Property[]): (string | null)[] {
  const { lat, lng } = circle.location
  const found = useQueries({ queries: properties.map((property) => placeQuery(property.city, property.state)) })
  return found.map(({ data }) => (data && lat !== null && lng !== null ? formatMiles(milesBetween({ lat, lng }, data)) : null))
}

const factOr = (value: number | null, fact: PropertyFact): string => (value === null ? 'Not known' : factWords(fact, value))

function votesWords(property: Property, preference: Preference): string {
  const { counts, countBy } = countedVotes(property)
  return countedIn(countBy, counts[preference])
}

function topWords(property: Property): string {
  const { top } = countedVotes(property)
  return top === 'none' ? 'None' : labelOf(preferences, top)
}

function CompareTable({ circle, properties }: { circle: Circle; properties: readonly Property[] }) {
  const { totalTargetSize, propertyInvestmentRange } = circle.investmentCriteria
  const distances = useDistances(circle, properties)
  const rows: readonly (readonly [string, (property: Property, index: number) => string])[] = [
    ['Price', (property) => formatDollars(property.price)],
    ['Against the target', (property) => targetFit(property.price, totalTargetSize, circle.currentInvestmentAmount)],
    ['Against the range', (property) => priceFit(property.price, propertyInvestmentRange)],
    ['Place', (property) => placeFit(property.city, circle.location.city)],
    ['Distance', (_property, index) => distances[index] ?? 'Not known'],
    ['Outcome', (property) => outcomeWithHint(property.deciding?.standing.outcome ?? 'open')],
    ...factNames.map((fact) => [propertyFacts[fact].label, (property: Property) => factOr(property[fact], fact)] as const),
    ['Status', (property) => labelOf(listingStatuses, property.listingStatus)],
    ...preferences.map(({ value, text }) => [text, (property: Property) => votesWords(property, value)] as const),
    ['Top choice', (property) => topWords(property)],
  ]
  return (
    <table className={`${styles.compareTable} num`}>
      <caption className="visually-hidden">The chosen properties side by side</caption>
      <thead>
        <tr>
          <td />
          {properties.map((property) => (
            <th key={property._id} scope="col">
              <ListingPicture property={property} />
              {property.address}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {properties.map((property, index) => (
              <td key={property._id}>{value(property, index)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Calculators({ circle, properties, userId }: { circle: Circle; properties: readonly Property[]; userId: string }) {
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(userId))
  const arcs = memberships.find((membership) => membership.circle._id === circle._id)?.arcs ?? 0
  if (arcs === 0) return null
  return (
    <div className={styles.calculators}>
      {properties.map((property) => (
        <Calculator key={property._id} property={property} arcs={arcs} allArcs={circle.sharesTotal} />
      ))}
    </div>
  )
}
