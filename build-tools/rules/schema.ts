import { z } from 'zod'
import { jsonSchemaOf } from '../../src/kernel/json-schema-of.ts'
import { didYouMean } from '../../src/kernel/nearest.ts'
import { strictObject } from '../../src/kernel/wire.ts'
import { EVIDENCE_LINE, readEvidenceLine } from './evidence-line.ts'

const text = z.string().trim().min(1)

const evidence = z
  .array(
    z
      .string()
      .transform((line, context) => {
        const read = readEvidenceLine(line)
        if (typeof read !== 'string') return read
        context.addIssue(read)
        return z.NEVER
      })
      .meta({ pattern: EVIDENCE_LINE }),
  )
  .min(1)
  .transform((lines) => lines.flat())
  .describe(
    'What speaks for it, a line each: "It is gone. | capture 2026-08, its name; code x4 2026-10". A source is a capture (an answer of the live service), a note (somebody saw it), code (a client relies on it) or docs (of the vendor, or the contract); x4 are four that are not published under names. A line without a source ends in "| judgement".',
  )

/** `404 no_such_ask` */
const refusal = z
  .string()
  .regex(/^[45]\d\d \w+$/, 'is no status and error code, such as "404 no_such_ask"')
  .transform((outcome) => {
    const [status = '', error = ''] = outcome.split(' ')
    return { status: Number(status), error }
  })

/** The status alone: of a redirect, or of a refusal whose error code stays. */
const status = z
  .int()
  .min(300)
  .max(599)
  .transform((each) => ({ status: each, error: undefined }))

const envelope = z
  .enum(['plain', 'flagged', 'detail'])
  .optional()
  .describe('The shape of the body of the refusal, where it is not that of the operation.')

/** The name of a behaviour, which YAML reads as a number or as null where it is 404 or null without quotes. */
const behaviourName = z.union([z.string(), z.number(), z.null()]).transform(String)

const single = z.union([z.number(), z.string()])

const behaviour = strictObject({
  text: text.describe('What holds then.'),
  answers: z
    .union([refusal, status], 'is no status and error code, such as "404 no_such_ask", nor a status alone')
    .optional()
    .describe('Status and error code of a refusal; or the status, where it is a redirect or the error code stays.'),
  envelope,
  evidence,
})

const ruleInYaml = strictObject({
  text: text.describe('What holds, in one or a few sentences; for a choice: what is chosen.'),
  section: text.optional().describe('The section of the contract that says it.'),
  refuses: refusal.optional().describe('Status and error code, where the rule refuses a request: "404 no_such_ask".'),
  envelope,
  value: z
    .union([single, z.record(z.string(), single)])
    .optional()
    .describe('What may be set to another value: a threshold, a default, the status of a success.'),
  among: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('The texts that a named part of the value may be, where not every text will do.'),
  rests_on: z.array(z.string()).min(1).optional().describe('The ids of rules that apply wherever this one does.'),
  evidence: evidence.optional(),
  despite: text.optional().describe('Why the documented dialect does not follow a behaviour for which more speaks.'),
  usual: behaviourName
    .optional()
    .describe('The behaviour of a choice that holds where nothing is chosen, by its name under choices.'),
  observed: behaviourName.optional().describe('The behaviour that holds in the observed dialect, by its name.'),
  choices: z
    .record(z.string().regex(/^[a-z\d][a-z\d-]*$/, 'is no name of a behaviour; the name null needs quotes'), behaviour)
    .optional()
    .describe(
      'The behaviours that may be chosen, by their names; without usual they are those besides the rule itself.',
    ),
})
  .superRefine(({ section, evidence: said, usual, observed, choices, ...rule }, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const bases = [section, said, usual].filter((each) => each !== undefined)
    if (bases.length !== 1)
      complain(
        bases.length === 0 ? 'text' : section === undefined ? 'usual' : 'section',
        'a rule has either section (the contract says it), or evidence (we assume it), or usual (it is a choice, and its behaviours have evidence)',
      )
    for (const [key, name] of Object.entries({ usual, observed })) {
      const names = [...Object.keys(choices ?? {}), ...(usual === undefined ? ['usual'] : [])]
      if (name !== undefined && !names.includes(name))
        complain(key, `there is no behaviour "${name}" under choices${didYouMean(name, names)}`)
    }
    if (usual !== undefined && rule.refuses !== undefined) complain('refuses', 'a choice refuses by its behaviours')
    for (const [name, each] of Object.entries(choices ?? {}))
      if (each.answers?.error === undefined && (each.answers?.status ?? 0) >= 400 && rule.refuses === undefined)
        context.addIssue({
          code: 'custom',
          path: ['choices', name, 'answers'],
          message: 'needs an error code: the rule itself has none',
        })
    for (const [name, texts] of Object.entries(rule.among ?? {})) {
      const part = typeof rule.value === 'object' ? rule.value[name] : undefined
      if (typeof part !== 'string' || !texts.includes(part))
        complain('among', `${name}: the value has none of these texts under that name`)
    }
  })
  .meta({ oneOf: [{ required: ['section'] }, { required: ['evidence'] }, { required: ['usual', 'choices'] }] })

/** A file of the catalogue: rules by their ids. */
export const rulesInYaml = z.record(
  z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+){1,2}$/, 'is no id of a rule, such as "instances.create.offer-rented"'),
  ruleInYaml,
)
export type RulesInYaml = z.output<typeof rulesInYaml>
export type RuleInYaml = z.output<typeof ruleInYaml>

/** For editors. */
export function rulesSchema(): object {
  const { $schema, ...schema } = jsonSchemaOf(rulesInYaml, 'input')
  return { $schema, title: 'A file of rules of rental-sim', ...schema }
}
