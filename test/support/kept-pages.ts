import { crowdedServer } from './crowded-server.ts'
import { digest } from './digest.ts'
import { linkedRows } from './linked-rows.ts'
import { ownServer } from './own-server.ts'
import { attributes, unescaped } from './pages.ts'
import { played } from './played.ts'

/** What a person can see of each view: kept as text, so that a change of any word, link, form or state shows. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  journal: [
    'journal',
    'journal?order=newest&q=status:>=400,0',
    'journal?q=nothing-is-like-that',
    'journal?q=op:instances.list+basis:injected&exchange=1',
    'journal?before=4',
    'journal?q=statuss:5',
    '~empty/journal',
  ],
  exchange: [
    ...['', '&show=request', '&show=why', '&show=changes', '&show=headers', '&show=no-part'].map(
      (part) => `journal?exchange=2${part}`,
    ),
    'journal?exchange=3&show=request',
    'journal?exchange=4&show=why',
    'journal?exchange=4&show=compare&with=1',
    'journal?exchange=5&show=compare',
    'journal?exchange=6&show=near-misses',
    'journal?exchange=7&show=why',
    'journal?exchange=7&show=request',
    'journal?exchange=8&show=changes',
    'journal?exchange=9',
    'journal?exchange=10&show=why',
    'journal?exchange=12',
    'own:journal?exchange=1&show=request&order=newest',
    'own:journal?exchange=2&show=why',
    'own:journal?exchange=2&show=compare',
    'own:journal?exchange=3&show=changes&q=op:templates.create',
    'own:journal?exchange=4&show=near-misses',
    'own:journal?exchange=5&show=request',
    'own:journal?exchange=6&show=answer',
  ],
  copies: ['curl', 'fetch', 'Python', 'scenario', 'HAR'].flatMap((form) =>
    ['journal?exchange=3', 'journal?exchange=10', 'own:journal?exchange=1', 'own:journal?exchange=3'].map(
      (exchange) => `${exchange}&show=copy&as=${form}`,
    ),
  ),
  state: [
    'state',
    'state?collection=network_disks&row=501',
    'state?collection=offers&row=12345680&columns=gpu_name,host_id,num_gpus',
    'state?collection=templates&sort=-name&columns=name,private,env,creator_id&row=9002',
    'state?collection=endpoint_groups&edit=cells&text=4242&field=id&row=9',
    'state?collection=users&row=1001',
    'state?collection=cloud_connections&text=zzz&row=new',
    'state?collection=offers&from=50&sort=id&columns=verified',
  ],
  rows: [
    'users&row=1',
    'users&row=2',
    'offers&row=5',
    'volume_offers&row=7',
    'volumes&row=8',
    'volumes&row=9',
    'network_disks&row=10',
    'network_disks&row=11',
    'network_volume_offers&row=12',
    'templates&row=13',
    'instances&row=14',
    'instances&row=15',
    'endpoint_groups&row=16',
    'cloud_connections&row=17',
  ].map((row) => `linked:state?collection=${row}`),
  scenarios: ['scenarios?text=vanishes', '~other/scenarios?text=slow'],
  faults: ['faults', '~empty/faults', 'own:faults', 'own:scenarios?text=zzz'],
  clock: ['clock', '~empty/clock', '~other/clock'],
  sandboxes: [
    'sandboxes',
    '~other/sandboxes?compare=other',
    'sandboxes?text=zzz',
    'own:sandboxes',
    'sandboxes?compare=cleared&with=default',
    'sandboxes?compare=empty&with=empty',
    'sandboxes?compare=default&with=other',
    'sandboxes?compare=default&with=other&at=1',
    'sandboxes?compare=other&with=none',
    '~othr/clock',
  ],
  coverage: [
    'coverage?with=other',
    'coverage?rule=instances.create.rents&only=documented',
    'coverage?rule=no-such-rule&only=only+here&with=other',
    'linked:coverage?rule=cloud-connections.list.lists-own',
  ],
  findings: ['findings', '~empty/findings', 'rules?text=new_contract&rule=instances.create.rents', 'rules?text=zzz'],
  sweep: ['sweep', 'sweep?trial=1', 'sweep?trial=2', 'sweep?trial=3', 'sweep?trial=4'],
  reference: [
    '',
    '/templates.delete',
    '/endpoint-groups.update',
    '/dialects',
    '/control',
    '/instances.creat',
    '/nothing?dialect=observed',
    '/control.post-clock-advance',
    '/control.patch-state-collection-id',
    '/offers.search',
  ].map((page) => `docs${page}`),
  around: ['journal', 'own:journal', 'own:docs/instances.list', '~other/clock', '~empty/state'],
  crowded: [
    'journal',
    'journal?order=newest&q=status:>=400,0',
    '~held/journal',
    'state?collection=instances&sort=-actual_status&columns=label,actual_status',
    'state?collection=instances&sort=label&columns=label',
    'state?collection=instances&sort=-actual_status&text=loading&field=actual_status',
    'state?collection=offers&sort=-num_gpus&columns=num_gpus&from=2050',
    'state?collection=offers&text=510&field=id&columns=',
    'state?collection=templates&sort=&order=desc&columns=name',
    'state?collection=templates&row=26',
    'state?collection=templates&row=1',
    'state?collection=users&row=1',
    'state?collection=endpoint_groups&row=new&columns=id',
    'scenarios?text=flags',
    '~flags/scenarios?text=flags',
    'faults',
    'findings',
    '~held/clock',
    '~held/sandboxes?text=held',
    'sandboxes',
    'sandboxes?from=60',
    'sandboxes?text=s&from=60',
    'sandboxes?compare=held&with=whole',
    'sandboxes?compare=longer&with=whole',
    'sandboxes?compare=whole&with=longer',
    'sandboxes?compare=default&with=s01',
    'sandboxes?compare=default&with=flags',
    'coverage?rule=endpoint-groups.update.above-maximum&only=assumed',
    'coverage?rule=routing.unknown-path',
    'coverage?rule=authentication.bearer-key',
    'rules?rule=authentication.key-missing',
    'rules?rule=cloud-connections.list.order&with=whole',
    'sweep',
    'sweep?trial=1',
    'sweep?trial=2',
    'sweep?trial=4',
    'switcher?text=s',
    'places',
    'places?text=template',
    '~s0/clock',
    '~keyless/journal',
    'state?collection=endpoint_groups&row=42',
    'state?collection=endpoint_groups&edit=cells&columns=endpoint_name,cold_mult',
    'state?collection=templates&sort=-&columns=name',
    'state?collection=users&sort=-api_keys&columns=api_keys',
    'coverage?rule=cloud-connections.list.lists-own',
  ].map((page) => `crowded:${page}`),
  'crowded-exchanges': [
    ...[3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17].map((id) => `crowded:journal?exchange=${id}&show=why`),
    ...[6, 7, 14].map((id) => `crowded:journal?exchange=${id}&show=request`),
    ...[7, 13, 15].map((id) => `crowded:journal?exchange=${id}&show=answer`),
    ...['fetch', 'Python', 'curl', 'scenario', 'HAR'].flatMap((form) =>
      [3, 6, 14, 15, 16].map((id) => `crowded:journal?exchange=${id}&show=copy&as=${form}`),
    ),
    'crowded:journal?exchange=12&show=near-misses',
    'crowded:journal?exchange=7&show=changes',
    'crowded:journal?exchange=17&show=compare&with=18',
    'crowded:journal?exchange=17&show=compare&with=',
    'crowded:journal?exchange=17&show=compare&with=1',
    'crowded:journal?exchange=7&show=compare&with=17',
    'crowded:journal?exchange=1',
    'crowded:journal?exchange=19&show=compare&with=20',
    'crowded:journal?exchange=21&show=compare&with=22',
    'crowded:journal?exchange=26&show=answer',
    'crowded:journal?exchange=27&show=copy&as=scenario',
    'crowded:~held/journal?exchange=2&show=copy&as=scenario',
    'crowded:~held/journal?exchange=1',
  ],
  parts: [
    'switcher?view=clock',
    '~other/switcher?text=o',
    'switcher?text=zzz',
    'places?text=31',
    'places?text=o',
    'places?text=zzz',
    'places?text=%233',
  ],
}

const detail = /<section class="detail[^]*?<\/section>/

/** What a view is about: of an exchange, its copies and a row not the list beside them. */
const parts: Readonly<Record<string, RegExp>> = {
  exchange: detail,
  'crowded-exchanges': detail,
  rows: detail,
  copies: /<div class="part">[^]*?<\/section>/,
  around: /^[^]*/,
}

/** A line for each element, without what differs from run to run. */
const lines = (html: string): string =>
  unescaped(html)
    .replaceAll(/\d+ ms real/g, '0 ms real')
    .replace(/data-world="[^"]*" data-state="[^"]*"/, 'data-world')
    .replace(/(of the server <code>)\w+/, '$1this')
    .replaceAll(/\n?<(?!\/)/g, '\n<')

function urlOf(page: string): string {
  const [, prefix = '', rest = ''] = /^(~\w+\/)?(.*)$/.exec(page) ?? []
  return `/${prefix}${rest.startsWith('docs') ? '' : '_sim/ui/'}${rest}`
}

/** Opens pages of the played session, and those of a server of one's own. */
export async function opened(): Promise<(page: string) => Promise<string>> {
  const { ask } = await played()
  const servers = { own: await ownServer(), crowded: await crowdedServer(), linked: await linkedRows() }
  return async (page) => {
    for (const [name, opens] of Object.entries(servers)) {
      if (page.startsWith(`${name}:`)) return opens(urlOf(page.slice(name.length + 1)))
    }
    return (await ask(urlOf(page))).text()
  }
}

/** What is seen of the pages of that name. */
export async function seen(open: (path: string) => Promise<string>, name: string): Promise<string> {
  const told: string[] = []
  for (const page of pages[name] ?? []) told.push(shortened(await seenOf(open, page, name), name))
  return told.join('\n')
}

const FIRST_LINES = 20
const LAST_LINES = 40

/** Of a page with hundreds of rows the beginning and the end, and a digest that says whether anything between them changed. */
function shortened(page: string, name: string): string {
  const all = page.split('\n')
  const between = all.slice(FIRST_LINES, -LAST_LINES)
  if (!name.startsWith('crowded') || between.length === 0) return page
  const rest = `… ${between.length} lines, ${digest(between.join('\n'))}`
  return [...all.slice(0, FIRST_LINES), rest, ...all.slice(-LAST_LINES)].join('\n')
}

/** What is seen of one page. */
export async function seenOf(open: (path: string) => Promise<string>, page: string, name = ''): Promise<string> {
  const html = await open(page)
  const part = (parts[name] ?? /<main[^]*<\/main>/).exec(html)?.[0] ?? html
  return `${page}${lines(name === 'around' ? part.replace(/<main[^]*<\/main>/, '') : part)}\n`
}

/** The reference of each operation in both dialects, and of each control call. */
export async function referencePages(open: (path: string) => Promise<string>): Promise<readonly string[]> {
  const linked = async (list: string): Promise<readonly string[]> => {
    const hrefs = attributes(await open(list), 'href')
    const ids = hrefs.flatMap((href) => /^(?:docs\/)?([a-z-]+\.(?!css|json)[a-z-]+)(?:\?|$)/.exec(href)?.[1] ?? [])
    return [...new Set(ids)].map((id) => `docs/${id}`)
  }
  const operations = await linked('docs')
  return [...operations, ...operations.map((page) => `${page}?dialect=observed`), ...(await linked('docs/control'))]
}
