import { z } from 'zod'
import { markOnlyUnder } from '../../../kernel/marks.ts'
import { strictObject } from '../../../kernel/wire.ts'
import { type Adapt, observedEndpoint } from '../../operation/route.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { sshKeysOf } from '../../users/collections.ts'
import { catalogue } from '../../catalogue.ts'

const shown = <Schema extends z.ZodType>(schema: Schema) =>
  markOnlyUnder(catalogue['users.current.further-fields'], 'shown', schema.optional())

/** @throws Refusal of a parameter that the account has no use for */
const refuseParameters: Adapt = (_sim, raw) => {
  const extra = Object.keys(raw.query).find((name) => name !== 'api_key')
  if (extra === undefined) return raw
  throw refuse(catalogue['users.current.extra-parameter'], `${extra.slice(0, 64)}: Extra inputs are not permitted`)
}

/** What an account shows that may pay, and is not watched. */
const mayPay = {
  email_verified: true,
  has_billing: true,
  can_pay: true,
  balance_threshold: 0,
  balance_threshold_enabled: false,
} as const

const current = observedEndpoint(
  {
    id: 'users.current',
    method: 'GET',
    path: '/api/v0/users/current/',
    summary: 'Show the account of the user',
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
    success: catalogue['users.current.answers'],
    rules: ['users.current.*'],
  },
  ({ rules, trace, invention }, user) => {
    const { id, name, email, credit } = user
    const isWhole = rules.shapes(catalogue['users.current.further-fields'])
    if (isWhole) trace.apply(catalogue['users.current.further-fields'])
    if (email === undefined || credit === undefined) trace.apply(catalogue['users.current.defaults'])
    return {
      id,
      username: name,
      email: email ?? `user-${id}@example.com`,
      credit: credit ?? rules.valueOf(catalogue['users.current.defaults']).credit,
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
)

export const userEndpoints = [current]
