import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { changeRules, destroyRules } from '../instances/manage-rules.ts'
import { instanceParams } from '../instances/manage-schema.ts'
import { bidRules, recycleRules, severalRules, templateUpdateRules } from './rules.ts'
import {
  bidBody,
  changeBody,
  destroyBody,
  taskResult,
  recycleBody,
  templateUpdateBody,
  templateUpdateUnder,
} from './schema.ts'

const task = {
  method: 'PUT',
  availability: neighbouringOperations,
  scope: 'instance_write',
  params: instanceParams,
  response: taskResult,
  stores: true,
} as const

export const bid = operation({
  ...task,
  id: 'instances.bid',
  path: '/api/v0/instances/bid_price/{id}/',
  summary: 'Change the bid of an instance',
  body: bidBody.meta({ id: 'InstanceBid' }),
  success: bidRules.bids,
  rules: bidRules,
  reportedSeconds: 5.5,
})

export const recycle = operation({
  ...task,
  id: 'instances.recycle',
  path: '/api/v0/instances/recycle/{id}/',
  summary: 'Boot an instance from its image again',
  body: recycleBody.meta({ id: 'InstanceRecycling' }),
  success: recycleRules.recycles,
  rules: recycleRules,
  reportedSeconds: 1,
})

export const updateTemplate = operation({
  ...task,
  id: 'instances.update-template',
  path: '/api/v0/instances/update_template/{id}/',
  summary: 'Give an instance another template',
  body: templateUpdateBody,
  schemasUnder: templateUpdateUnder,
  success: templateUpdateRules.updates,
  rules: templateUpdateRules,
  above: { env: templateUpdateRules.envTooLong },
})

const several = {
  path: '/api/v0/instances/',
  availability: neighbouringOperations,
  scope: 'instance_write',
  response: taskResult,
  success: severalRules.several,
  stores: true,
} as const

export const changeSeveral = operation({
  ...several,
  id: 'instances.change-several',
  method: 'PUT',
  summary: 'Start, stop or label several instances',
  body: changeBody.meta({ id: 'SeveralInstancesChange' }),
  rules: { ...changeRules, ...severalRules },
})

export const destroySeveral = operation({
  ...several,
  id: 'instances.destroy-several',
  method: 'DELETE',
  summary: 'Destroy several instances',
  body: destroyBody.meta({ id: 'SeveralInstances' }),
  rules: { ...destroyRules, ...severalRules },
})
