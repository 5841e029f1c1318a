import type { Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import { cloudConnectionRoutes } from './cloud-connections/routes.ts'
import { endpointGroupRoutes } from './endpoint-groups/routes.ts'
import { instanceRoutes } from './instances/routes.ts'
import { networkVolumeRoutes } from './network-volumes/routes.ts'
import type { Route } from './operation/route.ts'
import { routing } from './operation/rules.ts'
import { templateRoutes } from './templates/routes.ts'

/** Every operation of the contract with its domain function: an endpoint is its folder and one line here. */
export const routes: readonly Route[] = [
  ...networkVolumeRoutes,
  ...templateRoutes,
  ...instanceRoutes,
  ...endpointGroupRoutes,
  ...cloudConnectionRoutes,
]

export const operations: readonly Operation[] = routes.map((route) => route.operation)

/** Every rule there is, each once. */
export const rules: readonly Rule[] = [
  ...new Set([...operations.flatMap((each) => [...each.rules]), ...Object.values(routing)]),
]
