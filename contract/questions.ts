import { z } from 'zod'
import { askingStates, longestQuestion, mostQuestions, questionStates, questionsPerPage } from '#domain/questions.ts'
import { postStates } from '#domain/thread.ts'
import { inviteQuery } from './circles.ts'
import { id, reply, requiredText, when } from './reply.ts'

const words = z.object({
  /** A hidden one keeps its place without its words. */
  state: z.enum(postStates),
  text: z.string(),
  at: when,
})

/** What someone asked before joining, with what the owner answered. First names only. */
export const question = z
  .object({
    _id: id,
    state: z.enum(questionStates),
    isMine: z.boolean(),
    /** `by` is null if it is hidden. */
    asked: words.extend({ by: z.string().nullable() }),
    /** `by` is null unless it is the present owner who wrote it, and shows who they are. */
    answered: words.extend({ by: z.string().nullable() }).nullable(),
    /** The reader is the owner, and it waits. */
    mayAnswer: z.boolean(),
    mayTakeAway: z.boolean(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof question>
export const questionReply = reply(question)

/** The circle's owner as everyone sees them. Without their wish to be shown, only whether they are verified and in how many circles they are. */
export const circleOwner = z
  .object({
    isVerified: z.boolean(),
    circles: z.number(),
    shown: z
      .object({
        firstName: z.string(),
        isCreator: z.boolean(),
        profileImageKey: z.string().nullable(),
        memberSince: z.string().meta({ description: 'Year and month', examples: ['2026-03'] }),
        about: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'CircleOwner' })
export type CircleOwner = z.infer<typeof circleOwner>

export const beforeJoiningQuery = inviteQuery.extend({
  most: z.coerce.number().int().min(1).max(mostQuestions).default(questionsPerPage),
})

/** What people read about a circle's owner before they join, and what was asked. */
export const beforeJoiningReply = reply(
  z.object({
    owner: circleOwner.nullable(),
    /** The newest `most`, oldest first. */
    questions: z.array(question),
    /** How many older ones there are. */
    earlier: z.number(),
    asking: z.object({ state: z.enum(askingStates), left: z.number() }),
  }),
)
export type BeforeJoining = z.infer<typeof beforeJoiningReply>['data']

export const questionRequest = z.object({ text: requiredText(longestQuestion, 'Please write your question first') })
export const answerRequest = z.object({ text: requiredText(longestQuestion, 'Please write your answer first') })
