import { capture, found, judgement, note } from '../../kernel/evidence.ts'
import { officialClient, unnamed, reference } from '../sources.ts'
import { z } from 'zod'
import { assumed, choice } from '../../kernel/rule.ts'
import { markOnlyUnder } from '../../kernel/marks.ts'
import { strictObject } from '../../kernel/wire.ts'
import { operation } from '../operation/operation.ts'
import { type Adapt, route } from '../operation/route.ts'
import { refuse } from '../../kernel/refusal.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { sshKeysOf } from './collections.ts'

const currentRules = {
  answers: assumed({
    id: 'users.current.answers',
    evidence: [
      ...found('It takes api_key out of the answer and prints the rest.', officialClient),
      ...found('id, email, credit.', reference),
      ...found('An account has 51 fields.', capture('jdziat/vastai-mcp user.json', '2026-09-05')),
    ],
    text: 'The user of the key is answered. api_key is null: keys are kept as digests only. The balance is 0.',
    value: 200,
  }),
  extraParameter: assumed({
    id: 'users.current.extra-parameter',
    evidence: found(
      '"owner: Extra inputs are not permitted".',
      note('osteele/weft', '2026-06-03'),
      unnamed(4, 'note', '2026-10-08'),
      unnamed(2, 'code'),
    ),
    text: 'A parameter of the query is refused, unless it is api_key.',
    status: 400,
    error: 'invalid_args',
  }),
  furtherFields: choice({
    id: 'users.current.further-fields',
    evidence: found('id, email, credit.', reference),
    text: 'Whether the account shows more than its name, address and credit.',
    usual: 'none',
    usually: 'It does not.',
    alternatives: {
      shown: {
        text: 'ssh_key has the SSH keys of the user, or is null; created_at is Unix milliseconds, fullname is the name, and the account is one that may pay and has no threshold of its balance.',
        evidence: found(
          'created_at in milliseconds, can_pay, balance_threshold and others of 51 fields.',
          capture('jdziat/vastai-mcp user.json', '2026-09-05'),
        ),
      },
    },
    observed: 'shown',
  }),
  defaults: assumed({
    id: 'users.current.defaults',
    evidence: judgement('Enough to rent, and a number with a fraction, as credit is.'),
    text: 'A user of whom the fixture does not say it has a credit of 99.5 $ and an address below example.com.',
    value: { credit: 99.5 },
  }),
}

const shown = <Schema extends z.ZodType>(schema: Schema) =>
  markOnlyUnder(currentRules.furtherFields, 'shown', schema.optional())

const current = operation({
  id: 'users.current',
  method: 'GET',
  path: '/api/v0/users/current/',
  summary: 'Show the account of the user',
  availability: neighbouringOperations,
  scope: 'user_read',
  response: strictObject({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    credit: z.number().describe('$.'),
    balance: z.number().describe('$.'),
    api_key: z.null(),
    ssh_key: shown(z.string().nullable()),
    fullname: shown(z.string()),
    created_at: shown(z.number().describe('Unix milliseconds.')),
    email_verified: shown(z.boolean()),
    has_billing: shown(z.boolean()),
    can_pay: shown(z.boolean()),
    balance_threshold: shown(z.number().describe('$.')),
    balance_threshold_enabled: shown(z.boolean()),
  }).meta({ id: 'CurrentUser' }),
  success: currentRules.answers,
  rules: currentRules,
})

/** @throws Refusal of a parameter that the account has no use for */
const refuseParameters: Adapt = (_sim, raw) => {
  const extra = Object.keys(raw.query).find((name) => name !== 'api_key')
  if (extra === undefined) return raw
  throw refuse(currentRules.extraParameter, `${extra.slice(0, 64)}: Extra inputs are not permitted`)
}

/** What an account shows that may pay, and is not watched. */
const mayPay = {
  email_verified: true,
  has_billing: true,
  can_pay: true,
  balance_threshold: 0,
  balance_threshold_enabled: false,
} as const

export const userRoutes = [
  route(
    current,
    ({ rules, trace, invention }, user) => {
      const { id, name, email, credit } = user
      const isWhole = rules.shapes(currentRules.furtherFields)
      if (isWhole) trace.apply(currentRules.furtherFields)
      if (email === undefined || credit === undefined) trace.apply(currentRules.defaults)
      return {
        id,
        username: name,
        email: email ?? `user-${id}@example.com`,
        credit: credit ?? rules.valueOf(currentRules.defaults).credit,
        balance: 0,
        api_key: null,
        ...(isWhole && {
          ...mayPay,
          ssh_key: sshKeysOf(user).join('\n') || null,
          fullname: name,
          created_at: invention.epochSeconds * 1000,
        }),
      }
    },
    refuseParameters,
  ),
]
