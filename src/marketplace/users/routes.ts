import { capture, found, judgement } from '../../kernel/evidence.ts'
import { officialClient, reference } from '../sources.ts'
import { z } from 'zod'
import { assumed } from '../../kernel/rule.ts'
import { strictObject } from '../../kernel/wire.ts'
import { operation } from '../operation/operation.ts'
import { route } from '../operation/route.ts'
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
  query: z.object({ owner: z.literal('me').optional() }),
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

export const userRoutes = [
  route(current, ({ rules, trace }, { id, name, email, credit }) => {
    if (email === undefined || credit === undefined) trace.apply(currentRules.defaults)
    return {
      id,
      username: name,
      email: email ?? `user-${id}@example.com`,
      credit: credit ?? rules.valueOf(currentRules.defaults).credit,
      balance: 0,
      api_key: null,
    }
  }),
]
