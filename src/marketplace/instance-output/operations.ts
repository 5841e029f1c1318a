import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { commandRules, logsRules, outputRules } from './rules.ts'
import { commandAnswer, commandBody, logsAnswer, logsBody, outputParams, outputQuery } from './schema.ts'

const ofInstance = {
  method: 'PUT',
  availability: neighbouringOperations,
  scope: 'instance_read',
  params: outputParams,
} as const

export const requestLogs = operation({
  ...ofInstance,
  id: 'instances.request-logs',
  path: '/api/v0/instances/request_logs/{id}/',
  summary: 'Ask for the logs of an instance',
  body: logsBody.meta({ id: 'InstanceLogsRequest' }),
  response: logsAnswer,
  success: logsRules.answers,
  rules: logsRules,
})

export const execute = operation({
  ...ofInstance,
  id: 'instances.execute',
  path: '/api/v0/instances/command/{id}/',
  summary: 'Execute a command on the files of a stopped instance',
  scope: 'instance_write',
  body: commandBody.meta({ id: 'InstanceCommandRequest' }),
  response: commandAnswer,
  success: commandRules.answers,
  rules: commandRules,
})

export const output = operation({
  id: 'instances.output',
  method: 'GET',
  path: '/api/v0/instances/output/{id}/',
  summary: 'Read logs of an instance, or the output of a command',
  availability: neighbouringOperations,
  params: outputParams,
  query: outputQuery,
  response: z.string(),
  answersText: true,
  success: outputRules.shows,
  rules: outputRules,
})
