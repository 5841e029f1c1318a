import { z } from 'zod'
import { instantMs } from '../kernel/clock.ts'
import { fieldOf } from '../kernel/object.ts'
import { printable } from '../kernel/printable.ts'
import { check, problemText } from '../kernel/wire.ts'
import { SECONDS_PER_DAY } from '../marketplace/operation/units.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import { type CapturedAnswer, listedBy, rowsOf, UnclearAnswerError } from './captured-answers.ts'

/** The part of a HAR file (version 1.2) that is read. */
const harEntry = z.object({
  startedDateTime: z.iso
    .datetime({
      offset: true,
      error: ({ code }) =>
        code === 'invalid_format' ? 'has to be like 2026-01-31T10:00:00Z or 2026-01-31T10:00:00+01:00' : undefined,
    })
    .transform(instantMs),
  /** Milliseconds; what takes longer than a day was not measured. */
  time: z
    .number()
    .min(0)
    .max(SECONDS_PER_DAY * 1000)
    .catch(0),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).catch([]),
    postData: z.object({ text: z.string().optional(), mimeType: z.string().optional() }).optional().catch(undefined),
  }),
  response: z.object({
    status: z.number(),
    headers: z
      .array(z.object({ name: z.string() }))
      .optional()
      .catch(undefined),
    content: z
      .object({
        text: z.string().optional(),
        /** Bytes of the body. */
        size: z.number().optional().catch(undefined),
        encoding: z.string().optional(),
        mimeType: z.string().optional(),
        /** Playwright's, where it does not embed bodies. */
        _file: z.never("the body is in another file: record with content: 'embed'").optional(),
      })
      .default({}),
  }),
})
type HarEntry = z.infer<typeof harEntry>
type HarContent = HarEntry['response']['content']

/** The text of a body, as it was before a writer of HAR files put it into base64. */
export const harText = ({ text = '', encoding }: HarContent): string =>
  encoding === 'base64' ? new TextDecoder().decode(Buffer.from(text, 'base64')) : text

/** The exchanges of a HAR file, and why its other entries are none: entries with the same problem in one line. */
export function readHarEntries(value: unknown): {
  readonly entries: readonly (HarEntry & { readonly index: number })[]
  readonly unread: readonly string[]
} {
  const entries: (HarEntry & { readonly index: number })[] = []
  const unread = new Map<string, number[]>()
  for (const [index, each] of har.parse(value).log.entries.entries()) {
    const { data, problems } = check(harEntry, each)
    if (data !== undefined) entries.push({ ...data, index })
    else {
      const what = problems.map(problemText).join('; ')
      const indexes = unread.get(what)
      if (indexes === undefined) unread.set(what, [index])
      else indexes.push(index)
    }
  }
  return {
    entries,
    unread: [...unread].map(([what, [first, ...more]]) => {
      const others = more.length === 0 ? '' : `, and ${more.length} more like it`
      return `log.entries[${first}] is left out${others}: ${what}`
    }),
  }
}

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

export const isHar = (value: unknown): boolean => Array.isArray(fieldOf(fieldOf(value, 'log'), 'entries'))

/** The answers with rows in a HAR file, oldest first. */
export function readHar(value: unknown) {
  const answers: CapturedAnswer[] = []
  const bodies: unknown[] = []
  const skipped = new Map<string, number>()
  const skip = (what: string) => skipped.set(what, (skipped.get(what) ?? 0) + 1)
  const { entries, unread } = readHarEntries(value)
  for (const { request, response, startedDateTime, time } of entries) {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    const body = shallowJson(harText(response.content))
    bodies.push(body)
    try {
      answers.push({ ...answerOf(request.method, path, response.status, body), atMs: startedDateTime + time })
    } catch (error) {
      if (!(error instanceof UnclearAnswerError)) throw error
      skip(`${printable(`${request.method} ${path}`)} ${error.message}`)
    }
  }
  return {
    answers: answers.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0)),
    /** Every parsed body: secrets in it are looked for. */
    bodies,
    /** What was not recognised, with the reason and without a query; like exchanges in one line. */
    skipped: [...unread, ...[...skipped].map(([what, times]) => `${what}${times > 1 ? ` (${times} times)` : ''}`)],
  }
}

function answerOf(method: string, path: string, status: number, body: unknown): CapturedAnswer {
  const collection = listedBy(method, path)
  if (collection === undefined) throw new UnclearAnswerError('lists no rows of a fixture')
  if (status !== 200) throw new UnclearAnswerError(`was answered ${status}`)
  if (body === undefined) throw new UnclearAnswerError('has no body, or none that is JSON')
  return { collection, rows: rowsOf(body, collection) }
}
