import { z } from 'zod'
import { controlCall, NoSimulatorError, type Remote } from './control-call.ts'
import { coverageSchema, findingsSchema } from '../processes/totals-schema.ts'
import type { ReportData } from '../../report/report-data.ts'
import { withoutCredentials } from './without-credentials.ts'

const gathered = z.object({ coverage: coverageSchema, findings: findingsSchema })

/** Asks a running simulator for coverage and findings: of the sandbox that is named, else of the whole run. */
export async function fetchReport(remote: Remote): Promise<ReportData> {
  const { sandbox } = remote
  const response = sandbox === undefined ? await controlCall(remote, 'totals') : await ofSandbox(remote)
  const { success, data } = gathered.safeParse(response)
  if (!success) throw new NoSimulatorError(`what answers at ${withoutCredentials(remote.url)} is not a rental-sim`)
  const scope =
    sandbox === undefined
      ? 'all sandboxes since the simulator started, those that are gone too'
      : `the sandbox ${sandbox} since its last reset`
  return { ...data, scope }
}

async function ofSandbox(remote: Remote): Promise<unknown> {
  const coverage = await controlCall(remote, 'coverage')
  const found = z.object({ findings: z.unknown() }).safeParse(await controlCall(remote, 'findings'))
  return { coverage, findings: found.data?.findings }
}
