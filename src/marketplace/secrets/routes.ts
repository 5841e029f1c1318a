import { MASK } from '../../kernel/secret.ts'
import { refuse } from '../../kernel/refusal.ts'
import { route } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { change, create, list, remove } from './operations.ts'
import { catalogue } from '../catalogue.ts'

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

export const secretRoutes = [
  route(list, (_, user) => ({
    success: true,
    secrets: Object.fromEntries(namesOf(user).map((name) => [name, MASK])),
  })),
  route(create, (sim, user, { body }) => createSecret(sim, user, body.key)),
  route(change, (_, user, { body }) => {
    checkExists(user, body.key)
    return { success: true, msg: `changed ${body.key}` }
  }),
  route(remove, ({ tables }, user, { body }) => {
    checkExists(user, body.key)
    tables.users.put({ ...user, secret_names: namesOf(user).filter((name) => name !== body.key) })
    return { success: true, msg: `deleted ${body.key}` }
  }),
]
