import type { Availability, Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { cloudConnectionRoutes } from './cloud-connections/routes.ts'
import { endpointGroupRoutes } from './endpoint-groups/routes.ts'
import { gpuNameRoutes } from './gpu-names/routes.ts'
import { instanceOutputRoutes } from './instance-output/routes.ts'
import { instanceTaskRoutes } from './instance-tasks/routes.ts'
import { instanceRoutes } from './instances/routes.ts'
import { networkVolumeRoutes } from './network-volumes/routes.ts'
import type { Route } from './operation/route.ts'
import { routingRules } from './operation/shared-rules.ts'
import { rentalOfferRoutes } from './rental-offers/routes.ts'
import { secretRoutes } from './secrets/routes.ts'
import { sshKeyRoutes } from './ssh-keys/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { userRoutes } from './users/routes.ts'
import { volumeRoutes } from './volumes/routes.ts'
import { workerGroupRoutes } from './worker-groups/routes.ts'

/** Every operation with its domain function: an endpoint is its folder and one line here. */
export const routes: readonly Route[] = [
  ...networkVolumeRoutes,
  ...templateRoutes,
  ...instanceRoutes,
  ...endpointGroupRoutes,
  ...cloudConnectionRoutes,
  ...volumeRoutes,
  ...sshKeyRoutes,
  ...apiKeyRoutes,
  ...secretRoutes,
  ...workerGroupRoutes,
  ...instanceTaskRoutes,
  ...instanceOutputRoutes,
  ...userRoutes,
  ...gpuNameRoutes,
  ...rentalOfferRoutes,
]

/** Every operation, those too that the contract does not name. */
export const operations: readonly Operation[] = routes.map((route) => route.operation)

/** Every rule there is, each once. */
export const rules: readonly Rule[] = [...new Set([...operations.flatMap((each) => [...each.rules]), ...routingRules])]

/** Whether something is served where these rules are in force: what the contract names always is. */
export const isServed = ({ availability }: { readonly availability?: Availability }, inForce: RulesInForce): boolean =>
  availability === undefined || inForce.chosen(availability) === 'served'

/** The operations that are served where these rules are in force. */
export const operationsUnder = (inForce: RulesInForce): readonly Operation[] =>
  operations.filter((operation) => isServed(operation, inForce))

/** The rules of an operation that may shape its responses. */
export const rulesOf = (operation: Operation, inForce: RulesInForce): readonly Rule[] =>
  [...operation.rules].filter((rule) => inForce.shapes(rule))

/** The rules that may shape responses, each once. */
export const rulesUnder = (inForce: RulesInForce): readonly Rule[] => [
  ...new Set([...operationsUnder(inForce).flatMap((operation) => rulesOf(operation, inForce)), ...routingRules]),
]
