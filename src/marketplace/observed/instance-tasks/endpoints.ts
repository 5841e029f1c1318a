import { instanceParams } from '../../instances/manage-schema.ts'
import {
  bidBody,
  changeBody,
  destroyBody,
  taskResult,
  recycleBody,
  templateUpdateBody,
  templateUpdateUnder,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { changeInstance, destroyInstance } from '../../instances/manage.ts'
import { endpoint } from '../../operation/route.ts'
import { changeBid, namedInstanceIds, recycleInstance, updateTemplate } from './tasks.ts'

const task = {
  method: 'PUT',
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_write',
  params: instanceParams,
  response: taskResult,
  stores: true,
} as const

const several = {
  path: '/api/v0/instances/',
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_write',
  response: taskResult,
  success: catalogue['instances.several.each'],
  stores: true,
} as const

const done = { success: true } as const

const bid = endpoint(
  {
    ...task,
    id: 'instances.bid',
    path: '/api/v0/instances/bid_price/{id}/',
    summary: 'Change the bid of an instance',
    body: bidBody.meta({ id: 'InstanceBid' }),
    success: catalogue['instances.bid.sets-price'],
    rules: ['instances.change.unknown', 'instances.change.restarts', 'instances.bid.*'],
    reportedSeconds: 5.5,
  },
  (sim, user, { params, body }) => {
    changeBid(sim, user, params.id, body.price)
    return done
  },
)

const recycle = endpoint(
  {
    ...task,
    id: 'instances.recycle',
    path: '/api/v0/instances/recycle/{id}/',
    summary: 'Boot an instance from its image again',
    body: recycleBody.meta({ id: 'InstanceRecycling' }),
    success: catalogue['instances.recycle.recycles'],
    rules: ['instances.change.unknown', 'instances.change.restarts', 'instances.recycle.*'],
    reportedSeconds: 1,
  },
  (sim, user, { params }) => {
    recycleInstance(sim, user, params.id)
    return done
  },
)

const update = endpoint(
  {
    ...task,
    id: 'instances.update-template',
    path: '/api/v0/instances/update_template/{id}/',
    summary: 'Give an instance another template',
    body: templateUpdateBody,
    schemasUnder: templateUpdateUnder,
    success: catalogue['instances.update-template.updates'],
    rules: [
      'instances.change.unknown',
      'instances.change.restarts',
      'instances.create.template-unknown',
      'templates.env-object',
      'templates.env-hostname',
      'templates.env-is-a-string',
      'templates.env-object-ignored',
      'templates.env-malformed',
      'templates.env-words-unread',
      'templates.shell-words',
      'instances.create.env-too-long',
      'instances.update-template.*',
    ],
    above: { env: catalogue['instances.create.env-too-long'] },
  },
  (sim, user, { params, body }) => {
    updateTemplate(sim, user, params.id, body)
    return done
  },
)

const changeSeveral = endpoint(
  {
    ...several,
    id: 'instances.change-several',
    method: 'PUT',
    summary: 'Start, stop or label several instances',
    body: changeBody.meta({ id: 'SeveralInstancesChange' }),
    rules: ['instances.change.*', 'instances.several.*'],
  },
  (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) changeInstance(sim, user, id, body)
    return done
  },
)

const destroySeveral = endpoint(
  {
    ...several,
    id: 'instances.destroy-several',
    method: 'DELETE',
    summary: 'Destroy several instances',
    body: destroyBody.meta({ id: 'SeveralInstances' }),
    rules: ['instances.change.answer', 'instances.change.unknown', 'instances.destroy.*', 'instances.several.*'],
  },
  (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) destroyInstance(sim, user, id)
    return done
  },
)

export const instanceTaskEndpoints = [bid, recycle, update, changeSeveral, destroySeveral]
