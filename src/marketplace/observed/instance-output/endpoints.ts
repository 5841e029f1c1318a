import { z } from 'zod'
import { commandAnswer, commandBody, logsAnswer, logsBody, outputParams, outputQuery } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { endpoint } from '../../operation/route.ts'
import { askForLogs, executeCommand, readOutput } from './output.ts'

const ofInstance = {
  method: 'PUT',
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_read',
  params: outputParams,
} as const

const requestLogs = endpoint(
  {
    ...ofInstance,
    id: 'instances.request-logs',
    path: '/api/v0/instances/request_logs/{id}/',
    summary: 'Ask for the logs of an instance',
    body: logsBody.meta({ id: 'InstanceLogsRequest' }),
    response: logsAnswer,
    success: catalogue['instances.request-logs.answers'],
    rules: ['instances.output.not-owned', 'instances.request-logs.*'],
  },
  (sim, user, { params, body }) => askForLogs(sim, user, params.id, body),
)

const execute = endpoint(
  {
    ...ofInstance,
    id: 'instances.execute',
    path: '/api/v0/instances/command/{id}/',
    summary: 'Execute a command on the files of a stopped instance',
    scope: 'instance_write',
    body: commandBody.meta({ id: 'InstanceCommandRequest' }),
    response: commandAnswer,
    success: catalogue['instances.execute.answers'],
    rules: ['instances.output.not-owned', 'instances.execute.*'],
  },
  (sim, user, { params, body }) => executeCommand(sim, user, params.id, body.command),
)

const output = endpoint(
  {
    id: 'instances.output',
    method: 'GET',
    path: '/api/v0/instances/output/{id}/',
    summary: 'Read logs of an instance, or the output of a command',
    availability: catalogue['routing.neighbouring-operations'],
    params: outputParams,
    query: outputQuery,
    response: z.string(),
    answersText: true,
    success: catalogue['instances.output.shows'],
    rules: ['instances.output.ready-after', 'instances.output.shows', 'instances.output.no-such-link'],
  },
  (sim, _, { params, query }) => readOutput(sim, params.id, query.of, query.check),
)

export const instanceOutputEndpoints = [requestLogs, execute, output]
