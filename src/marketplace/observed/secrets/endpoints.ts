import { namedBody, secretBody, secretDone, secretList } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { MASK } from '../../../kernel/secret.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { observedEndpoint } from '../../operation/route.ts'
import { type Sim } from '../../sim.ts'
import { type UserRow } from '../../users/collections.ts'

const at = { path: '/api/v0/secrets/' } as const

const written = {
  ...at,
  scope: 'user_write',
  response: secretDone,
  success: catalogue['secrets.write.writes'],
} as const

const body = secretBody.meta({ id: 'SecretInput' })

const namesOf = ({ secret_names = [] }: UserRow): readonly string[] => secret_names

function createSecret({ tables }: Sim, user: UserRow, name: string): object {
  if (namesOf(user).includes(name)) throw refuse(catalogue['secrets.create.exists'], `${name} exists already`)
  tables.users.put({ ...user, secret_names: [...namesOf(user), name] })
  return { success: true, msg: `created ${name}` }
}

/** @throws Refusal where the user has no such variable */
function checkExists(user: UserRow, name: string): void {
  if (!namesOf(user).includes(name)) throw refuse(catalogue['secrets.change.unknown'], `there is no ${name}`)
}

const list = observedEndpoint(
  {
    ...at,
    id: 'secrets.list',
    method: 'GET',
    summary: "List the user's environment variables",
    scope: 'user_read',
    response: secretList,
    success: catalogue['secrets.list.lists-own'],
    rules: ['secrets.list.*'],
  },
  (_, user) => ({
    success: true,
    secrets: Object.fromEntries(namesOf(user).map((name) => [name, MASK])),
  }),
)

const create = observedEndpoint(
  {
    ...written,
    id: 'secrets.create',
    method: 'POST',
    summary: 'Create an environment variable',
    body,
    secretField: 'value',
    rules: ['secrets.write.*', 'secrets.create.*'],
    stores: true,
  },
  (sim, user, { body }) => createSecret(sim, user, body.key),
)

const change = observedEndpoint(
  {
    ...written,
    id: 'secrets.change',
    method: 'PUT',
    summary: 'Change an environment variable',
    body,
    secretField: 'value',
    rules: ['secrets.write.*', 'secrets.change.*'],
  },
  (_, user, { body }) => {
    checkExists(user, body.key)
    return { success: true, msg: `changed ${body.key}` }
  },
)

const remove = observedEndpoint(
  {
    ...written,
    id: 'secrets.delete',
    method: 'DELETE',
    summary: 'Delete an environment variable',
    body: namedBody.meta({ id: 'SecretName' }),
    rules: ['secrets.write.*', 'secrets.change.*'],
  },
  ({ tables }, user, { body }) => {
    checkExists(user, body.key)
    tables.users.put({ ...user, secret_names: namesOf(user).filter((name) => name !== body.key) })
    return { success: true, msg: `deleted ${body.key}` }
  },
)

export const secretEndpoints = [list, create, change, remove]
