import { mentionOf } from '#domain/mentions.ts'
import { visitThread } from '#server/features/threads/visit-thread.ts'
import { writeInThread } from '#server/features/threads/write-in-thread.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { actorOf, findCircle, memberOf, type Past } from './past.ts'

/** Who writes: a member by their place among the members, the demo investor or the demo broker. */
type Writer = number | 'investor' | 'broker'
type PastPost = readonly [daysAgo: number, by: Writer, text: (mention: (someone: Writer) => string) => string]

/** `readUntil`: so many days ago the investor looked last; what came later is new to them. */
async function writeConversation(past: Past, title: string, posts: readonly PastPost[], readUntil = 0): Promise<void> {
  const { tx, at, people } = past
  const circle = await findCircle(past, title)
  const investor = actorOf(people.login.investor)
  const find = (someone: Writer) => {
    if (someone === 'investor') return investor
    return someone === 'broker' ? actorOf(people.login.broker) : memberOf(circle, someone)
  }
  const subject = { column: 'circle_id', id: circle.id } as const
  for (const [daysAgo, by, text] of posts) {
    const words = text((someone) => mentionOf(find(someone).id))
    const post = await at(daysAgo, () =>
      writeInThread(
        tx,
        find(by),
        { subject, circleId: circle.id, author: null },
        { text: words, isBroker: by === 'broker', limiter: noRateLimits },
      ),
    )
    if (daysAgo >= readUntil) await visitThread(tx, investor, subject, post._id)
  }
}

/** Circles of the investor to sign in as. One has new posts; what is said in the others is read. */
export async function writeConversations(past: Past): Promise<void> {
  await writeConversation(
    past,
    'Larkspur Terrace',
    [
      [9.3, 0, () => 'Hello everyone. I will be at the terrace on Saturday at ten, in case someone wants to see the street by daylight.'],
      [9.1, 'investor', () => 'I would like to come. Is the train station really a short walk?'],
      [8.9, 0, (mention) => `${mention('investor')} Nine minutes, I timed it. With a pram perhaps twelve.`],
      [
        6.2,
        'broker',
        () => 'The seller of the brick one on the corner sent the inspection report. Two window frames are soft, the rest is sound.',
      ],
      [6.1, 2, () => 'Thank you. That sounds better than I had feared.'],
      [4.6, 'investor', (mention) => `${mention('broker')}, does the water heater stay? It looked new.`],
      [1.2, 'broker', (mention) => `${mention('investor')} It stays, it is on the list in the agreement.`],
      [0.6, 2, () => 'Good. Then I can tell my sister that the hot water is safe.'],
    ],
    4,
  )
  await writeConversation(past, 'Sycamore Court', [
    [24, 2, () => 'I have put all receipts of the first building into one folder. Ask me if you miss something.'],
    [23.5, 3, (mention) => `${mention(2)} you are the best of us. I will bring cake on Sunday.`],
    [13, 'investor', () => 'The notes of our call: survey first, then the bid. https://notes.example'],
    [12.8, 0, () => 'Thank you for writing them.'],
  ])
  await writeConversation(past, 'Juniper Hill Cabins', [
    [15, 'investor', () => 'Welcome! Please say in a line or two who you are and which weeks you would like.'],
    [14.2, 1, () => 'We are four, with two small children. Any week in summer makes us happy.'],
  ])
  await writeConversation(past, 'Poudre River Flats', [
    [190, 5, () => 'Flat 3 has written: the walls are dry again, and thanks for how fast it went.'],
    [70, 0, () => 'The gutters are done. I stood below them in the rain for you, and stayed dry.'],
    [18, 6, () => 'Who comes to the house on the first Saturday of next month? Flat 1 offers coffee.'],
    [17.4, 'investor', () => 'I do, with the folder of receipts.'],
  ])
  await writeConversation(past, 'Platte Park Duplex', [
    [24.5, 'investor', () => 'We are buying! The steps are on the page of the purchase; say if one of them has the wrong day.'],
    [18.4, 3, () => 'I have read the inspection twice. The back stairs are the only thing that I would mend in the first year.'],
    [18.1, 1, () => 'Same here. And the garden is larger than in the pictures.'],
    [2.8, 4, () => 'My transfer has left, its paper is on the page of the purchase. One of you has to say that it has come.'],
  ])
}
