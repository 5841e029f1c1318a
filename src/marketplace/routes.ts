import type { Availability, Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { apiKeyEndpoints } from './observed/api-keys/endpoints.ts'
import { cloudConnectionEndpoints } from './cloud-connections/endpoints.ts'
import { endpointGroupEndpoints } from './endpoint-groups/endpoints.ts'
import { gpuNameEndpoints } from './observed/gpu-names/endpoints.ts'
import { instanceOutputEndpoints } from './observed/instance-output/endpoints.ts'
import { instanceTaskEndpoints } from './observed/instance-tasks/endpoints.ts'
import { instanceEndpoints } from './instances/endpoints.ts'
import { networkVolumeEndpoints } from './network-volumes/endpoints.ts'
import type { Route } from './operation/route.ts'
import { routingRules } from './operation/shared-rules.ts'
import { rentalOfferEndpoints } from './observed/rental-offers/endpoints.ts'
import { secretEndpoints } from './observed/secrets/endpoints.ts'
import { sshKeyEndpoints } from './observed/ssh-keys/endpoints.ts'
import { templateEndpoints } from './templates/endpoints.ts'
import { userEndpoints } from './observed/users/endpoints.ts'
import { volumeEndpoints } from './observed/volumes/endpoints.ts'
import { workerGroupEndpoints } from './observed/worker-groups/endpoints.ts'

/** Every operation with its domain function: an endpoint is its folder and one line here. */
export const routes: readonly Route[] = [
  ...networkVolumeEndpoints,
  ...templateEndpoints,
  ...instanceEndpoints,
  ...endpointGroupEndpoints,
  ...cloudConnectionEndpoints,
  ...volumeEndpoints,
  ...sshKeyEndpoints,
  ...apiKeyEndpoints,
  ...secretEndpoints,
  ...workerGroupEndpoints,
  ...instanceTaskEndpoints,
  ...instanceOutputEndpoints,
  ...userEndpoints,
  ...gpuNameEndpoints,
  ...rentalOfferEndpoints,
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
