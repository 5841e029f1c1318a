import { capture, found, judgement, note } from '../../kernel/evidence.ts'
import { officialClient, publicFiles, reference } from '../sources.ts'
import { z } from 'zod'
import { assumed } from '../../kernel/rule.ts'
import { strictObject } from '../../kernel/wire.ts'
import { operation } from '../operation/operation.ts'
import { type Adapt, route } from '../operation/route.ts'
import { refuse } from '../../kernel/refusal.ts'
import { neighbouring } from '../operation/rules.ts'

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
      publicFiles(4, 'note', '2026-10-08'),
      publicFiles(2, 'code'),
    ),
    text: 'A parameter of the query is refused, unless it is api_key.',
    status: 400,
    error: 'invalid_args',
  }),
  defaults: assumed({
    id: 'users.current.defaults',
    evidence: judgement('Enough to rent.'),
    text: 'A user of whom the fixture does not say it has a credit of 100 $ and an address below example.com.',
    value: { credit: 100 },
  }),
}

const current = operation({
  id: 'users.current',
  method: 'GET',
  path: '/api/v0/users/current/',
  summary: 'Show the account of the user',
  existence: neighbouring,
  scope: 'user_read',
  response: strictObject({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    credit: z.number().describe('$.'),
    balance: z.number().describe('$.'),
    api_key: z.null(),
  }).meta({ id: 'CurrentUser' }),
  success: currentRules.answers,
  rules: currentRules,
})

/** @throws Refusal of a parameter that the account has no use for */
const withoutParameters: Adapt = (_sim, raw) => {
  const extra = Object.keys(raw.query).find((name) => name !== 'api_key')
  if (extra === undefined) return raw
  throw refuse(currentRules.extraParameter, `${extra.slice(0, 64)}: Extra inputs are not permitted`)
}

export const userRoutes = [
  route(
    current,
    ({ rules, trace }, { id, name, email, credit }) => {
      if (email === undefined || credit === undefined) trace.apply(currentRules.defaults)
      return {
        id,
        username: name,
        email: email ?? `user-${id}@example.com`,
        credit: credit ?? rules.valueOf(currentRules.defaults).credit,
        balance: 0,
        api_key: null,
      }
    },
    withoutParameters,
  ),
]
