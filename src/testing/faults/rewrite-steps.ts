import { z } from 'zod'
import { json, strictObject } from '../../kernel/wire.ts'
import { pathText, whyNoPath } from '../journal/json-path.ts'
import { mayHaveBody } from './kinds/answers.ts'
import { valueProblems, whyNoReference } from '../journal/request-values.ts'

/** Steps of one effect, and the characters of all of them together as JSON: each exchange that they meet shows them. */
const MAX_STEPS = 200
const MAX_STEPS_CHARACTERS = 16 * 1024

const inRequest = /^\$\.(body|query)(?![\w-])/

const answerPath = pathText(whyNoPath)
const inputPath = pathText((path) =>
  inRequest.test(path) ? whyNoPath(path) : 'begins with neither $.body nor $.query',
)
const requestPath = pathText(whyNoReference)

const conditions = {
  where: requestPath.optional().describe('Only where this path leads to something of the request.'),
  unless: requestPath.optional().describe('Only where this path leads to nothing of the request.'),
}

const fields = z.record(z.string(), json).describe('Names and values.')

/** What can be done to an answer and to a request. */
const stepsAt = (path: typeof answerPath) =>
  [
    strictObject(() => ({
      set: path.describe('A JSONPath: each node it leads to gets another value.'),
      to: json.describe('The value. $request{$.body.id} in a text is a value of the request.'),
      ...conditions,
    })),
    strictObject({
      drop: path
        .refine((whole) => whole !== '$', 'is the whole answer, which leaves nothing to send: use set or empty')
        .describe('A JSONPath: each node it leads to is taken out.'),
      ...conditions,
    }),
    strictObject(() => ({
      add: path.describe('A JSONPath to objects: each gets the fields.'),
      fields,
      ...conditions,
    })),
  ] as const

const answerStep = z.union([
  ...stepsAt(answerPath),
  strictObject({
    reverse: answerPath.describe('A JSONPath to lists: each is put in reverse order.'),
    ...conditions,
  }),
  strictObject({ empty: answerPath.describe('A JSONPath to lists: each is emptied.'), ...conditions }),
  strictObject(() => ({
    repeat: answerPath.describe('A JSONPath to rows: each gets a copy behind it.'),
    with: fields.describe('Other values of the copy.'),
    ...conditions,
  })),
  strictObject(() => ({
    count: answerPath.describe('A JSONPath: how many nodes it leads to is put where `into` leads.'),
    into: answerPath.describe('A JSONPath to where the number is put.'),
    ...conditions,
  })),
  strictObject({
    float: answerPath.describe('A JSONPath to whole numbers: they are written with .0.'),
    ...conditions,
  }),
  strictObject(() => ({
    status: z
      .int()
      .min(200)
      .max(599)
      .refine(mayHaveBody, 'is sent without a body, which these steps change: write it as effect.status')
      .describe('Another status of the answer.'),
    ...conditions,
  })),
])
const requestStep = z.union(stepsAt(inputPath))

export type Step = Readonly<z.output<typeof answerStep>>

const stepsOf = <Each extends z.ZodType>(step: Each) =>
  z
    .array(step)
    .min(1)
    .max(MAX_STEPS)
    .superRefine((steps, context) => {
      if (context.issues.length > 0) return
      if (JSON.stringify(steps).length > MAX_STEPS_CHARACTERS)
        context.addIssue(`has more than ${MAX_STEPS_CHARACTERS} characters in all`)
      for (const { path, message } of valueProblems(steps))
        context.addIssue({ code: 'custom', path: [...path], message })
    })

/** Steps that change an answer, in their order. */
export const answerSteps = stepsOf(answerStep)
/** Steps that change body and query before the operation reads them. */
export const requestSteps = stepsOf(requestStep)
