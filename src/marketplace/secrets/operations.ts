import { operation } from '../operation/operation.ts'
import { namedBody, secretBody, secretDone, secretList } from './schema.ts'
import { catalogue } from '../catalogue.ts'

const at = { path: '/api/v0/secrets/', availability: catalogue['routing.neighbouring-operations'] } as const
const written = {
  ...at,
  scope: 'user_write',
  response: secretDone,
  success: catalogue['secrets.write.writes'],
} as const
const body = secretBody.meta({ id: 'SecretInput' })

export const list = operation({
  ...at,
  id: 'secrets.list',
  method: 'GET',
  summary: "List the user's environment variables",
  scope: 'user_read',
  response: secretList,
  success: catalogue['secrets.list.lists-own'],
  rules: ['secrets.list.*'],
})

export const create = operation({
  ...written,
  id: 'secrets.create',
  method: 'POST',
  summary: 'Create an environment variable',
  body,
  secretField: 'value',
  rules: ['secrets.write.*', 'secrets.create.*'],
  stores: true,
})

export const change = operation({
  ...written,
  id: 'secrets.change',
  method: 'PUT',
  summary: 'Change an environment variable',
  body,
  secretField: 'value',
  rules: ['secrets.write.*', 'secrets.change.*'],
})

export const remove = operation({
  ...written,
  id: 'secrets.delete',
  method: 'DELETE',
  summary: 'Delete an environment variable',
  body: namedBody.meta({ id: 'SecretName' }),
  rules: ['secrets.write.*', 'secrets.change.*'],
})
