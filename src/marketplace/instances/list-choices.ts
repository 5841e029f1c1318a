import { capture, code, found, judgement } from '../../kernel/evidence.ts'
import { choice } from '../../kernel/rule.ts'
import { contract, officialClient, reference, unnamed } from '../sources.ts'

/** What a listing shows otherwise in the observed dialect, where the contract is silent. */
export const listChoices = {
  portsNotRunning: choice({
    id: 'instances.list.ports-not-running',
    evidence: found('It shows the fields of an instance that runs.', contract),
    text: 'What ports is of an instance that does not run.',
    usual: 'empty',
    usually: 'ports is empty unless the instance runs.',
    alternatives: {
      null: { text: 'ports is null unless the instance runs.', evidence: found('ports is null.', reference) },
    },
    observed: 'null',
  }),
  currentCosts: choice({
    id: 'instances.list.current-costs',
    evidence: [
      ...found(
        'instance.gpuCostPerHour is dph_base while an instance runs, and 0 while it is stopped or queued.',
        unnamed(1, 'note', '2026-08-09'),
      ),
      ...found('It reads what an instance costs now in instance.', unnamed(3, 'code', '2026')),
    ],
    text: 'Whether the prices in instance are those of the moment.',
    usual: 'of-the-moment',
    usually: 'instance shows the machine and the storage while the instance pays for both, else the storage alone.',
    alternatives: {
      'storage-alone': {
        text: 'instance shows the storage alone, whether the instance runs or not.',
        evidence: found(
          'gpuCostPerHour is 0, of an instance that boots on a machine of its own user.',
          capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
        ),
      },
    },
    observed: 'of-the-moment',
  }),
  hostPorts: choice({
    id: 'instances.list.host-ports',
    evidence: found('extra_env shows -p <host_port>:<container_port>.', contract),
    text: 'On which ports of the host those of the container are bound.',
    usual: 'as-mapped',
    usually: 'A mapping of env is bound on the port of the host that it names.',
    alternatives: {
      assigned: {
        text: 'A mapping of env is bound on a port that the host chose: those of its direct ports that follow the ports of the launch. Every port is bound on 0.0.0.0 and on ::.',
        evidence: [
          ...found(
            'Entries for 0.0.0.0 and ::, with another HostPort than that of -p.',
            capture('skypilot-org/skypilot#10518', '2026-08-20'),
          ),
          ...found('It looks the HostPort up.', unnamed(1, 'code')),
        ],
      },
    },
    observed: 'assigned',
  }),
  unset: choice({
    id: 'instances.list.unset',
    evidence: found('It notes which fields may be null, and these are not among them.', contract),
    despite: 'the contract notes which fields may be null',
    text: 'What label, onstart, template_id, template_hash_id, template_name, credit_balance and credit_discount are while they are unset.',
    usual: 'empty',
    usually: 'They are 0 or empty.',
    alternatives: {
      null: {
        text: 'They are null.',
        evidence: found(
          'They are null where nothing was set.',
          capture('jdziat/vastai-mcp', '2026-09-05'),
          capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
        ),
      },
    },
    observed: 'null',
  }),
  telemetry: choice({
    id: 'instances.list.telemetry',
    evidence: judgement('The contract shows an instance that runs.'),
    despite: 'the contract lets none of these be null',
    text: 'What status_msg and the load of an instance are before its machine has measured anything, and after a stop.',
    usual: 'plain',
    usually: 'status_msg names the status, and an instance that does not run uses nothing.',
    alternatives: {
      measured: {
        text: 'For the first tenth of a boot actual_status is null; after a start it is scheduling for the first half. Until the instance runs, gpu_util, gpu_temp, mem_limit, mem_usage and vmem_usage are null, cpu_util is 0, disk_util and disk_usage are -1, and status_msg is null, or a line about a layer of the image while it loads. Then status_msg is "success, running <image>/<runtype>", which a stop leaves as it is, with the load that was measured last; gpu_util and gpu_temp are 0. uptime_mins has whole minutes.',
        evidence: [
          ...found(
            'A stopped instance shows gpu_util and gpu_temp 0.0, the load of before and "success, running ubuntu_22.04/ssh".',
            capture('jdziat/vastai-mcp', '2026-09-05'),
          ),
          ...found(
            'Before it is measured gpu_util, gpu_temp, mem_limit, mem_usage and vmem_usage are null, disk_util and disk_usage -1.',
            capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
          ),
          ...found('It reads uptime_mins as a whole number.', code('mrqsdf/VastAI4J', '2026')),
          ...found(
            'actual_status is null, created, then loading with lines about layers; scheduling after a start.',
            unnamed(5, 'note', '2026-09-24'),
          ),
        ],
      },
    },
    observed: 'measured',
  }),
  furtherFields: choice({
    id: 'instances.list.further-fields',
    evidence: found('It names the fields of an instance.', contract),
    text: 'Whether a listing shows fields of the machine that the contract does not name.',
    usual: 'none',
    usually: 'Only what the contract names.',
    alternatives: {
      shown: {
        text: 'Further fields of the machine and of its traffic are shown too, slaPremiumPerHour in search and instance, and what a fixture has under seen. A TB of traffic costs 1024 times as much as a GB; inet_up_billed and inet_down_billed (MB) are 0, bundle_id, sla_r_claim and sla_sigma_x null, and so is hosting_type outside a datacenter.',
        evidence: [
          ...found('Rows have them.', capture('jdziat/vastai-mcp', '2026-09-05')),
          ...found('Its table of instances has them.', officialClient),
        ],
      },
    },
    observed: 'shown',
  }),
}
