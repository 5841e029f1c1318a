import { describeWait } from '../../../kernel/clock.ts'
import { sha256Hex } from '../../../kernel/secret.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { RefusalRule } from '../../../kernel/rule.ts'
import { bootAgeMs, isBooting, statusOf } from '../../instances/status.ts'
import type { InstanceRow } from '../../instances/rows.ts'
import type { Sim } from '../../sim.ts'
import type { UserRow } from '../../users/collections.ts'
import {
  type OutputLink,
  type LogsBody,
  commandAnswer,
  commandBody,
  logsAnswer,
  logsBody,
  outputParams,
  outputQuery,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { z } from 'zod'
import { observedEndpoint } from '../../operation/route.ts'

/** @throws Refusal of an instance that is not there, or is someone else's */
function readableInstance({ tables }: Sim, user: UserRow, id: number, unknown: RefusalRule): InstanceRow {
  const row = tables.instances.get(id)
  if (row === undefined) throw refuse(unknown, `instance ${id} not found`)
  if (row.user_id !== user.id) throw refuse(catalogue['instances.output.not-owned'], `instance ${id} is not yours`)
  return row
}

/** A link at which an output can be read. */
function linkTo({ url, invention }: Sim, { id }: InstanceRow, asked: OutputLink): string {
  const of = JSON.stringify(asked)
  return url(`/api/v0/instances/output/${id}/?of=${encodeURIComponent(of)}&check=${checkOf(invention, id, of)}`)
}

/** The end of a link: only who knows the seed of the world can make it. */
const checkOf = ({ seed }: Sim['invention'], id: number, of: string): string =>
  sha256Hex(`output ${id} ${of} ${seed}`, 8)

function askForLogs(sim: Sim, user: UserRow, id: number, { tail, filter, daemon_logs }: LogsBody): object {
  const row = readableInstance(sim, user, id, catalogue['instances.request-logs.instance-unknown'])
  const daemon = daemon_logs === true || daemon_logs === 'true' ? true : undefined
  const result_url = linkTo(sim, row, { at: sim.clock.nowSeconds, tail, filter, daemon })
  return { success: true, result_url, msg: 'the logs are written, and can be read in a moment' }
}

/** What may be executed: no shell reads it. */
const COMMAND = /^(ls|rm|du|cat)(\s|$)/
const SHELL_CHARACTERS = /[|&;<>()$`\\"'*?[\]#~=%!{}\n]/

/** Whether the service carries a command out. */
function isExecuted({ rules }: Sim, command: string): boolean {
  if (rules.chosen(catalogue['instances.execute.other-command']) === 'documented')
    return /^(ls|rm|du)(\s|$)/.test(command)
  return COMMAND.test(command) && !SHELL_CHARACTERS.test(command)
}

function executeCommand(sim: Sim, user: UserRow, id: number, command: string): object {
  const row = readableInstance(sim, user, id, catalogue['instances.execute.instance-unknown'])
  if (statusNow(sim, row) === 'running')
    throw refuse(catalogue['instances.execute.running'], `instance ${id} runs: execute works on stopped instances only`)
  if (!isExecuted(sim, command))
    throw refuse(
      catalogue['instances.execute.other-command'],
      'Invalid command given',
      'command: ls, rm, du and cat are executed, without a shell',
    )
  return {
    success: true,
    writeable_path: `/var/lib/docker/overlay2/${sha256Hex(`container ${id}`)}/diff`,
    result_url: linkTo(sim, row, { at: sim.clock.nowSeconds, command }),
    msg: 'the command is carried out, and its output can be read in a moment',
  }
}

/** The text behind a link. @throws Refusal of one that no answer had, and of one before its time */
function readOutput(sim: Sim, id: number, asked: OutputLink, sent: string): string {
  const row = sim.tables.instances.get(id)
  if (row === undefined || sent !== checkOf(sim.invention, id, JSON.stringify(asked)))
    throw refuse(catalogue['instances.output.no-such-link'], 'there is nothing at this link')
  const waitSeconds = sim.rules.valueOf(catalogue['instances.output.ready-after'])
  const readyIn = asked.at + waitSeconds - sim.clock.nowSeconds
  if (readyIn > 0)
    throw refuse(
      catalogue['instances.output.ready-after'],
      'it is not there yet',
      `it is there ${describeWait(sim.clock, readyIn * 1000)}`,
    )
  if (waitSeconds !== catalogue['instances.output.ready-after'].value)
    sim.trace.applyAlone(catalogue['instances.output.ready-after'])
  const { command, daemon, filter, tail } = asked
  if (command !== undefined) return new Map(Object.entries(row.outputs ?? {})).get(command) ?? ''
  const lines = linesOf(sim, row, daemon === true).filter((line) => filter === undefined || line.includes(filter))
  const shown = tail === undefined ? lines : lines.slice(Math.max(0, lines.length - tail))
  return shown.map((line) => `${line}\n`).join('')
}

const statusNow = ({ clock }: Sim, row: InstanceRow): string => statusOf(row, bootAgeMs(row, clock.nowMs)).actual_status

/** What a container printed so far, or what its host says of it. */
function linesOf(sim: Sim, row: InstanceRow, isDaemon: boolean): readonly string[] {
  if (row.logs !== undefined && !isDaemon) return row.logs === '' ? [] : row.logs.replace(/\r?\n$/, '').split(/\r?\n/)
  const status = statusNow(sim, row)
  if (isDaemon) return [`container ${row.id}: ${status}`]
  const image = row.image ?? 'ubuntu:latest'
  const [name = image, tag = 'latest'] = image.split(':')
  const pulling = [`${tag}: Pulling from ${name}`]
  if (isBooting(row, bootAgeMs(row, sim.clock.nowMs))) return status === 'loading' ? pulling : []
  return [
    ...pulling,
    `Status: Downloaded newer image for ${image}`,
    ...(row.onstart ?? '').split(/\r?\n/).flatMap((line) => (line === '' ? [] : [`+ ${line}`])),
  ]
}

const ofInstance = {
  method: 'PUT',
  scope: 'instance_read',
  params: outputParams,
} as const

const requestLogs = observedEndpoint(
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

const execute = observedEndpoint(
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

const output = observedEndpoint(
  {
    id: 'instances.output',
    method: 'GET',
    path: '/api/v0/instances/output/{id}/',
    summary: 'Read logs of an instance, or the output of a command',
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
