import { capture, code, docs, found, judgement } from '../../kernel/evidence.ts'
import { aprilClient, contract, officialClient, unnamed, reference } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { templateRules } from '../templates/rules.ts'
import { unknownGpu } from './gpus.ts'
import { createRules } from './rules.ts'
import { listChoices } from './list-choices.ts'

const listAt = 'Endpoints › GET /api/v0/instances/'

const rulesOfOthers = {
  progression: createRules.progression,
  shellWords: templateRules.shellWords,
  envWordsUnread: templateRules.envWordsUnread,
  envNamedTwice: createRules.envNamedTwice,
}

const fieldRules = {
  timeAndMoney: assumed({
    id: 'instances.list.time-and-money',
    evidence: [
      ...found(
        'duration is end_date less now; client_run_time 1.1 and host_run_time 2592000.0 whatever the age; time_remaining is empty; storage_total_cost is storage_cost * disk_space / 720, and dph_total is dph_base plus that, to the last digit, for an instance that is stopped too; search shows the whole price.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
        capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
      ),
      ...found(
        'Of an instance that was rented by a bid dph_base is the bid: 0.200 with min_bid 0.13333 and dph_total 0.2463; 0.667 with 0.33333 and 0.71978.',
        unnamed(1, 'note', '2026-08'),
      ),
      ...found('It reads the bid that stands in dph_base.', unnamed(2, 'code', '2026')),
      ...found(
        'instance.gpuCostPerHour is dph_base while an instance runs, and 0 while it is stopped or queued.',
        unnamed(1, 'note', '2026-08-09'),
      ),
      ...found('It reads what an instance costs now in instance.', unnamed(3, 'code', '2026')),
      ...found('Unix seconds, seconds, minutes, $/hour; the contract shows no units.', reference),
    ],
    text: 'duration is what is left until end_date in seconds, uptime_mins minutes while running; client_run_time and host_run_time are always 1.1 and 2592000, time_remaining is empty. A month has 720 hours; dph_total is dph_base, which is the bid where there is one, plus storage in $/hour, whether it runs or not. search shows that; instance shows it too, but the storage alone while the instance is stopped or waits for its machine. Nothing is rounded. end_date is 30 days after start_date unless it is pinned, and nothing happens then.',
  }),
  statusValues: assumed({
    id: 'instances.list.status-values',
    evidence: [
      ...found(
        'After a stop actual_status is exited, and cur_state, next_state and intended_status are stopped.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
        unnamed(7, 'note', '2026-09-24'),
        code('nikitatsym/vastai-mcp', '2026-07'),
        code('dstackai/dstack', '2026'),
      ),
      ...found(
        'actual_status is created, loading, running, stopped, frozen, exited, rebooting, unknown or offline; the contract shows running only.',
        reference,
      ),
    ],
    text: 'Status fields take the published values; after a stop actual_status is exited and the others are stopped. uptime_mins is null and ports are empty unless the instance runs.',
  }),
  idle: assumed({
    id: 'instances.list.idle',
    evidence: judgement('A container that does not run uses nothing of its machine but its disk.'),
    text: 'Unless the instance runs, cpu_util, gpu_util, mem_usage and vmem_usage are 0 and gpu_temp is that of a GPU at rest.',
  }),
  unknownGpu,
  templateAsLaunched: assumed({
    id: 'instances.list.template-as-launched',
    evidence: judgement('What becomes of an instance whose template is edited or deleted is not shown.'),
    text: 'An instance shows the id, hash_id and name that its template had when it was created, after an edit or a deletion too.',
  }),
  withoutTemplate: assumed({
    id: 'instances.list.without-template',
    evidence: judgement('The contract notes no null for these fields.'),
    text: 'An instance without a template shows template_id 0 and an empty template_hash_id and template_name.',
  }),
  runtypes: assumed({
    id: 'instances.list.runtypes',
    evidence: [
      ...found(
        'image_runtype is "ssh" for ssh.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
        capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
      ),
      ...found('"ssh_direc ssh_proxy", "jupyter_direc ssh_direc ssh_proxy".', unnamed(4, 'code')),
      ...found('Every Jupyter runtype has SSH too.', docs('vast-ai/docs, creating-instances-with-api.mdx', '2026-08')),
    ],
    text: 'image_runtype is the runtype; with a direct connection it names the ways to connect: `ssh_direc ssh_proxy`, `jupyter_direc ssh_direc ssh_proxy`. Where use_ssh asks for SSH it stands behind the runtype. image_uuid is image:tag.',
  }),
  ports: documented({
    id: 'instances.list.ports',
    section: 'Resources › Instance',
    text: 'A port mapping of env appears in extra_env as -p <host_port>:<container_port> with the value 1.',
  }),
  portsFollowEnv: assumed({
    id: 'instances.list.ports-follow-env',
    evidence: [
      ...found(
        'Ports of env are bound on 0.0.0.0.',
        capture('skypilot-org/skypilot#10518', '2026-08-20'),
        unnamed(1, 'capture', '2026-01'),
        unnamed(1, 'code'),
        docs('vast-ai/vast-claude-plugin', '2026-06'),
      ),
      ...judgement('The contract shows the shape of ports, not where it comes from.'),
    ],
    text: 'ports has an entry <port>/<protocol> for each mapping, bound to the host port on 0.0.0.0.',
  }),
  launchPorts: assumed({
    id: 'instances.list.launch-ports',
    evidence: [
      ...found(
        'Its table of runtypes: ssh_direct opens 22, jupyter_direct 8080 and 22; ssh is another name for ssh_proxy, jupyter for jupyter_proxy, and they open none.',
        docs('vast-ai/docs, creating-instances-with-api.mdx', '2026-08'),
      ),
      ...found(
        'With runtype ssh direct_port_start is 65535 and direct_port_end -1, and there is no 22/tcp.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
      ),
      ...found(
        'With runtype ssh both are -1 while it boots.',
        capture('vast-ai/docs, an example from a live answer', '2025-10-21'),
      ),
      ...found('65535 and -1 where there is a proxy alone.', unnamed(1, 'note', '2026-09-20')),
    ],
    text: 'A running instance shows 22/tcp where it gives SSH directly, 8080/tcp and 22/tcp where it gives Jupyter directly, unless env maps these. They are the first of its direct_port_count ports from direct_port_start to direct_port_end. Other launches open none; where env maps none either, direct_port_start is 65535 and direct_port_end -1.',
    alternatives: {
      'every-runtype': {
        text: 'A running instance shows 22/tcp where it gives SSH, 8080/tcp and 22/tcp where it gives Jupyter, directly or not, unless env maps these.',
        evidence: found('Its example of runtype ssh shows 22/tcp.', reference),
      },
    },
  }),
  volumeItems: assumed({
    id: 'instances.list.volume-items',
    evidence: judgement('The items of volume_info are not shown.'),
    text: 'volume_info holds {volume_id, size, mount_path} for each attached volume.',
  }),
}

/** Whether a listing reads whose instances it shall give. */
const ownerInQuery = choice({
  id: 'instances.list.owner-in-query',
  evidence: found('It shows no parameter.', contract),
  text: 'Whether the parameter owner of a listing is read.',
  usual: 'ignored',
  usually: 'owner is an unknown parameter.',
  alternatives: {
    read: {
      text: 'owner=me asks for one’s own instances, which are listed anyway.',
      evidence: found('It lists with owner=me.', aprilClient),
    },
  },
  observed: 'read',
})

/** The rules that shape an instance, wherever it is shown. */
export const shownRules = { ...rulesOfOthers, ...fieldRules, ...listChoices }

export const listRules = {
  ...rulesOfOthers,
  statuses: assumed({
    id: 'instances.list.statuses',
    evidence: found('200; the contract shows the body only.', reference),
    text: 'A listing that succeeds is answered with 200.',
    value: 200,
  }),
  listsOwn: documented({
    id: 'instances.list.lists-own',
    section: listAt,
    text: "The user's own instances are answered, with their number.",
  }),
  order: assumed({
    id: 'instances.list.order',
    evidence: judgement('No capture has two rows; clients report rows sorted by id.'),
    text: 'Instances come by ascending id.',
  }),
  ...fieldRules,
  ...listChoices,
  ownerInQuery,
}

export const pageRules = {
  pages: assumed({
    id: 'instances.page.pages',
    evidence: found(
      'limit up to 25, after_token, next_token, total_instances, label_counts.',
      reference,
      officialClient,
    ),
    text: 'The user’s own instances are answered in pages; next_token leads to the next one, and is null at the end. total_instances counts those that fulfil the filters, label_counts all that have a label.',
  }),
  columns: assumed({
    id: 'instances.page.columns',
    evidence: found('With select_cols rows have only those columns.', officialClient),
    text: 'select_cols names the columns of a row; a name that no instance has is left out.',
  }),
  filters: assumed({
    id: 'instances.page.filters',
    evidence: found('select_filters and order_by, as template search has them.', officialClient),
    text: 'Only instances that fulfil select_filters are answered; a value that is text is read by the type of its field.',
  }),
  order: assumed({
    id: 'instances.page.order',
    evidence: found('It orders by id.', officialClient),
    text: 'order_by orders the instances, ascending ids among equals and without it. A column that no instance has orders nothing.',
  }),
  tokenUnknown: assumed({
    id: 'instances.page.token-unknown',
    evidence: judgement('A token belongs to the listing that gave it.'),
    text: 'An after_token that this listing did not give, or gave under another order, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const savedFilterRules = {
  none: assumed({
    id: 'instances.saved-filters.none',
    evidence: found('It asks for saved filters before its table, and takes an empty list.', officialClient),
    text: 'No operation saves filters, so that the list is empty.',
  }),
}
