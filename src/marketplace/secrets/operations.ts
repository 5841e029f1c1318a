import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { listRules, writeRules } from './rules.ts'
import { namedBody, secretBody, secretDone, secretList } from './schema.ts'

const { writes, exists, unknown } = writeRules
const at = { path: '/api/v0/secrets/', availability: neighbouringOperations } as const
const written = { ...at, scope: 'user_write', response: secretDone, success: writes } as const
const body = secretBody.meta({ id: 'SecretInput' })

export const list = operation({
  ...at,
  id: 'secrets.list',
  method: 'GET',
  summary: "List the user's environment variables",
  scope: 'user_read',
  response: secretList,
  success: listRules.lists,
  rules: listRules,
})

export const create = operation({
  ...written,
  id: 'secrets.create',
  method: 'POST',
  summary: 'Create an environment variable',
  body,
  secretField: 'value',
  rules: { writes, exists },
  stores: true,
})

export const change = operation({
  ...written,
  id: 'secrets.change',
  method: 'PUT',
  summary: 'Change an environment variable',
  body,
  secretField: 'value',
  rules: { writes, unknown },
})

export const remove = operation({
  ...written,
  id: 'secrets.delete',
  method: 'DELETE',
  summary: 'Delete an environment variable',
  body: namedBody.meta({ id: 'SecretName' }),
  rules: { writes, unknown },
})
