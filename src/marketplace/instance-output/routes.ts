import { route } from '../operation/route.ts'
import { execute, output, requestLogs } from './operations.ts'
import { askForLogs, executeCommand, readOutput } from './output.ts'

export const instanceOutputRoutes = [
  route(requestLogs, (sim, user, { params, body }) => askForLogs(sim, user, params.id, body)),
  route(execute, (sim, user, { params, body }) => executeCommand(sim, user, params.id, body.command)),
  route(output, (sim, _, { params, query }) => readOutput(sim, params.id, query.of, query.check)),
]
