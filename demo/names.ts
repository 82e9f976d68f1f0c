import type { Random } from './random.ts'

const firstNames =
  'Theo Priya Jonah Lena Marcus Elena Samir Grace Hector Naomi Walter Yuki Omar Clara Desmond Ingrid Rafael Beatrice Kwame Sylvie Arthur Noor Felix Josephine Tomas Adaeze Henry Mei Lucas Rosalind Amir Hannah Viktor Celeste Isaac Paloma Gideon Farah Leo Margot Andre Simone Nikhil Odette Caleb Thandi Ezra Louisa Mateo Winifred'.split(
    ' ',
  )
const lastNames =
  'Larkin Raman Abbott Fischer Bell Navarro Haddad Okafor Ibarra Stein Ashworth Tanaka Farouk Lindqvist Price Halvorsen Castillo Moreau Mensah Sutton Pemberton Rahman Brandt Whitaker Novotny Eze Kowalski Chen Duarte Finch Shah Goldberg Petrov Laurent Rosen Vega Marsh Siddiqui Romano Dubois Baptiste Greene Iyer Fontaine Sorrell Dlamini Weiss Harmon Rios Caldwell'.split(
    ' ',
  )

/** The n-th person of the demo: no two of the first 2,500 share a name. */
export function nameOf(index: number): { firstName: string; lastName: string } {
  const firstName = firstNames[index % firstNames.length] ?? ''
  // Shifted by one each time the first names start over, so that no pair repeats before all were used.
  const lastName = lastNames[(index + Math.floor(index / firstNames.length)) % lastNames.length] ?? ''
  return { firstName, lastName }
}

const streetNames =
  'Alderstone Quarry Tamarack Lakeview Millrace Juniper Harrow Cobalt Lantern Orchard Bellwether Sparrow Copper Finch Marlow Cedar Thistle Prospect Wren Granary Hollis Meadowlark Pinecrest Rosewater Slate Ferry Birchwood Clover Dovetail Ember Foxglove Garnet Heron Ironwood Kestrel Linden Magnolia Northgate Oriole Paddock'.split(
    ' ',
  )
const streetKinds = ['Street', 'Avenue', 'Way', 'Row', 'Lane', 'Bend', 'Court', 'Place', 'Road', 'Terrace']

export const streetAddress = (random: Random): string =>
  `${random.whole(1, 99) * random.pick([1, 2, 10, 12, 20])} ${random.pick(streetNames)} ${random.pick(streetKinds)}`
