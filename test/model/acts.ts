import { expect } from 'vitest'
import { refused, same, shapes, told } from './answers.ts'
import type { Client, Outcome } from './client.ts'
import {
  connectionsOf,
  disksOf,
  envText,
  fulfils,
  groupOf,
  isSeenBy,
  type Listing,
  type Market,
  mergedEnv,
  offers,
  type Template,
  volumeOf,
} from './market.ts'
import type { Act, Given } from './steps.ts'

/** Acts on a market as a user; gives the market that there must be afterwards. */
type Acting<Kind extends Act['kind']> = (
  client: Client,
  market: Market,
  user: number,
  given: Given<Kind>,
) => Promise<Market>

const UNKNOWN_HASH = 'f'.repeat(32)
const UNKNOWN_ID = 987_654_321

const picked = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % Math.max(1, rows.length)]
/** Mostly one of the user's own. */
const pickedBy = <Row>(rows: readonly Row[], which: number, isOwn: (row: Row) => boolean): Row | undefined =>
  picked(which % 4 === 0 ? rows : rows.filter(isOwn), which)
const without = <Row>(rows: readonly Row[], row: Row): readonly Row[] => rows.filter((each) => each !== row)

/** What follows from an outcome, where an answer tells nothing new of what was changed. */
function follows(
  outcome: Outcome,
  changed: Market,
  check: (outcome: Outcome & { readonly is: 'done' }) => void,
): Market {
  if (outcome.is === 'done') check(outcome)
  if (outcome.is === 'stopped') return outcome.market
  return { ...changed, passed: outcome.market.passed, faults: outcome.market.faults }
}

/** A request that must be refused: nothing changes, whether its answer arrives or not. */
const isRefused = (outcome: Outcome, error?: string, status?: number): Market =>
  follows(outcome, outcome.market, ({ answer }) => refused(answer, error, status))

export const listDisk: Acting<'list-disk'> = async (client, market, user, { own, ...rest }) => {
  const given = own === undefined ? rest : { ...rest, disk_id: disksOf(user)[own] }
  const call = { method: 'POST', path: '/api/v0/network_volume/', body: given }
  const outcome = await client.ask(market, user, 'network-volumes.list', call)
  if (typeof given.disk_id !== 'number') return isRefused(outcome, 'invalid_args', 400)
  const { disk_id, size } = given
  if (!disksOf(user).includes(disk_id)) return isRefused(outcome, 'not_authorized', 403)
  if (outcome.is !== 'done') return outcome.market
  const text = told(shapes.listed, outcome.answer).disk_id
  const earlier = market.listings.find((each) => each.disk_id === disk_id)
  const id = earlier?.id ?? Number(/with id (\d+)/.exec(text)?.[1])
  expect(text).toContain(String(id))
  if (size !== undefined) expect(text).toContain(String(size))
  if (earlier === undefined) expect(market.listings.map((each) => each.id)).not.toContain(id)
  const listing: Listing = { id, disk_id, size: size ?? earlier?.size }
  const others = market.listings.filter((each) => each !== earlier)
  return { ...outcome.market, listings: [...others, listing] }
}

export const unlist: Acting<'unlist'> = async (client, market, user, { which, isMissing }) => {
  const listing = pickedBy(market.listings, which, ({ disk_id }) => disksOf(user).includes(disk_id))
  const id = listing?.id ?? UNKNOWN_ID
  const call = { method: 'POST', path: '/api/v0/network_volumes/unlist/', body: isMissing ? {} : { id } }
  const outcome = await client.ask(market, user, 'network-volumes.unlist', call)
  if (isMissing) return isRefused(outcome, 'invalid_args')
  if (listing === undefined) return isRefused(outcome)
  if (!disksOf(user).includes(listing.disk_id)) return isRefused(outcome, 'not_authorized')
  return follows(outcome, { ...market, listings: without(market.listings, listing) }, ({ answer }) =>
    expect(told(shapes.unlisted, answer).id).toBe(id),
  )
}

export const searchVolumes: Acting<'search-volumes'> = async (client, market, user, given) => {
  const search = async (q: object) => {
    const call = { method: 'POST', path: '/api/v0/network_volumes/search/', body: { q } }
    const outcome = await client.ask(market, user, 'network-volumes.search', call)
    return outcome.is === 'done' ? told(shapes.volumes, outcome.answer).offers : []
  }
  const all = await search({ limit: 1000 })
  const sizes = new Map(all.map(({ ask_contract_id, disk_space }) => [ask_contract_id, disk_space]))
  same(
    sizes.keys(),
    market.listings.map(({ id }) => id),
  )
  for (const { id, size } of market.listings) if (size !== undefined) expect(sizes.get(id)).toBe(size)
  const { filters, order, direction, limit } = given
  const wanted = all.filter((offer) => filters.every((filter) => fulfils(offer, filter)))
  const asked = filters.map(({ field, operator, operand }) => [field, { [operator]: operand }] as const)
  const found = await search({ ...Object.fromEntries(asked), order: [[order, direction]], limit })
  expect(found.length).toBe(Math.min(limit, wanted.length))
  const sign = direction === 'asc' ? 1 : -1
  const values = wanted.map((offer) => Number(offer[order])).toSorted((a, b) => sign * (a - b))
  expect(found.map((offer) => offer[order])).toEqual(values.slice(0, limit))
  for (const offer of found) expect(wanted).toContainEqual(offer)
  return market
}

const TEMPLATE = '/api/v0/template/'
const sent = ({ env, ...rest }: Given<'edit-template'>['changes']): object => ({
  ...rest,
  ...(env && { env: envText(env) }),
})

export const createTemplate: Acting<'create-template'> = async (client, market, user, given) => {
  const call = { method: 'POST', path: TEMPLATE, body: sent(given) }
  const outcome = await client.ask(market, user, 'templates.create', call)
  const { name, image, tag = 'latest', recommended_disk_space = 8, env = [] } = given
  if (name === undefined || image === undefined) return isRefused(outcome)
  if (outcome.is !== 'done') return outcome.market
  const identity = told(shapes.template, outcome.answer).template
  for (const { id, hash_id } of market.templates) {
    expect(identity.id).not.toBe(id)
    expect(identity.hash_id).not.toBe(hash_id)
  }
  const settings = { name, image, tag, recommended_disk_space, env, private: given.private }
  const template = { ...identity, ...settings, creator_id: user, count_created: 0 }
  return { ...outcome.market, templates: [...market.templates, template] }
}

export const editTemplate: Acting<'edit-template'> = async (client, market, user, { which, isStale, changes }) => {
  const template = pickedBy(market.templates, which, ({ creator_id }) => creator_id === user)
  const hash_id = isStale || template === undefined ? UNKNOWN_HASH : template.hash_id
  const call = { method: 'PUT', path: TEMPLATE, body: { hash_id, ...sent(changes) } }
  const outcome = await client.ask(market, user, 'templates.edit', call)
  if (isStale || template?.creator_id !== user) return isRefused(outcome)
  if (outcome.is !== 'done') return outcome.market
  const { hash_id: next } = told(shapes.edited, outcome.answer).template
  expect(next).not.toBe(hash_id)
  // The hash_id that was is known no more.
  const again = await client.ask(outcome.market, user, 'templates.edit', { ...call, body: { hash_id } })
  const edited: Template = { ...template, ...changes, hash_id: next }
  return { ...isRefused(again), templates: [...without(market.templates, template), edited] }
}

export const deleteTemplate: Acting<'delete-template'> = async (client, market, user, { which, byHash }) => {
  const template = pickedBy(market.templates, which, ({ creator_id }) => creator_id === user)
  const template_id = byHash ? (template?.hash_id ?? UNKNOWN_HASH) : (template?.id ?? UNKNOWN_ID)
  const call = { method: 'DELETE', path: TEMPLATE, body: { template_id } }
  const outcome = await client.ask(market, user, 'templates.delete', call)
  if (byHash || template?.creator_id !== user) return isRefused(outcome)
  return follows(outcome, { ...market, templates: without(market.templates, template) }, ({ answer }) => {
    told(shapes.deleted, answer)
  })
}

export const searchTemplates: Acting<'search-templates'> = async (client, market, user, { filters }) => {
  const asked = filters.map(({ field, operator, operand }) => [field, { [operator]: operand }] as const)
  const query = `select_filters=${encodeURIComponent(JSON.stringify(Object.fromEntries(asked)))}`
  const outcome = await client.ask(market, user, 'templates.search', { method: 'GET', path: `${TEMPLATE}?${query}` })
  if (outcome.is !== 'done') return outcome.market
  const found = told(shapes.templates, outcome.answer).templates
  const byHash = new Map(found.map((template) => [template.hash_id, template]))
  const wanted = market.templates.filter((each) => isSeenBy(user, each) && filters.every((one) => fulfils(each, one)))
  same(
    byHash.keys(),
    wanted.map(({ hash_id }) => hash_id),
  )
  for (const { env: _env, private: _private, ...shown } of wanted) {
    expect(byHash.get(shown.hash_id)).toMatchObject(shown)
  }
  return outcome.market
}

export const rent: Acting<'rent'> = async (client, market, user, given) => {
  const { offer, which, volume_id, env = [], isEnvAnObject } = given
  const template = given.template === 'hash' ? picked(market.templates, which) : undefined
  const named = {
    hash: { template_hash_id: template?.hash_id ?? UNKNOWN_HASH },
    unknown: { template_hash_id: UNKNOWN_HASH },
    id: { template_id: picked(market.templates, which)?.id ?? UNKNOWN_ID },
    none: {},
  }[given.template]
  const image = given.image ?? (given.template === 'none' ? 'library/alpine' : undefined)
  const volume = volume_id !== undefined && { create_new: false, volume_id, mount_path: '/data' }
  const body = {
    ...named,
    ...(image !== undefined && { image }),
    env: isEnvAnObject ? Object.fromEntries(env) : envText(env),
    ...(volume && { volume_info: volume }),
  }
  const call = { method: 'PUT', path: `/api/v0/asks/${offer}/`, body }
  const outcome = await client.ask(market, user, 'instances.create', call)
  if (outcome.is !== 'done') return outcome.market
  const isUsable = given.template === 'none' || (template !== undefined && isSeenBy(user, template))
  const isOwnVolume = volume_id === undefined || volume_id === volumeOf(user)
  if (!offers.includes(offer) || !isUsable || !isOwnVolume) return isRefused(outcome)
  const isTaken = market.instances.some((each) => each.offer_id === offer || (volume && each.volume_id === volume_id))
  // Whether an offer can be rented twice, or a volume attached twice, the contract does not show.
  if (isTaken && outcome.answer.status !== 200) return isRefused(outcome)
  const id = told(shapes.rented, outcome.answer).new_contract
  expect(market.instances.map((each) => each.id)).not.toContain(id)
  const used = template && { ...template, count_created: template.count_created + 1 }
  const instance = {
    id,
    user_id: user,
    offer_id: offer,
    image: image ?? template?.image ?? '',
    template,
    env: mergedEnv(template?.env ?? [], isEnvAnObject ? [] : env),
    volume_id,
  }
  const templates = used ? [...without(market.templates, template), used] : market.templates
  return { ...outcome.market, templates, instances: [...market.instances, instance] }
}

export const listInstances: Acting<'list-instances'> = async (client, market, user) => {
  const outcome = await client.ask(market, user, 'instances.list', { method: 'GET', path: '/api/v0/instances/' })
  if (outcome.is !== 'done') return outcome.market
  const { instances_found, instances } = told(shapes.instances, outcome.answer)
  const own = market.instances.filter(({ user_id }) => user_id === user)
  expect(instances_found).toBe(own.length)
  same(
    instances.map(({ id }) => id),
    own.map(({ id }) => id),
  )
  for (const { id, image, template, env, volume_id } of own) {
    const shown = instances.find((each) => each.id === id)
    expect(shown).toMatchObject({
      image_uuid: expect.stringContaining(image) as unknown,
      volume_info: volume_id === undefined ? [] : [expect.anything()],
      ...(template && { template_id: template.id, template_hash_id: template.hash_id, template_name: template.name }),
    })
    same(shown?.extra_env ?? [], env)
  }
  return outcome.market
}

export const updateGroup: Acting<'update-group'> = async (client, market, user, { group, ...body }) => {
  const call = { method: 'PUT', path: `/api/v0/endptjobs/${group}/`, body }
  const outcome = await client.ask(market, user, 'endpoint-groups.update', call)
  if (group !== groupOf(user)) return isRefused(outcome, body.target_util > 1 ? undefined : 'invalid_args')
  if (body.target_util > 1) return isRefused(outcome)
  const minLoads = { ...market.minLoads, [group]: body.min_load }
  return follows(outcome, { ...market, minLoads }, ({ answer }) => expect(told(shapes.updated, answer)).toBeDefined())
}

export const listConnections: Acting<'list-connections'> = async (client, market, user) => {
  const call = { method: 'GET', path: '/api/v0/users/cloud_integrations/' }
  const outcome = await client.ask(market, user, 'cloud-connections.list', call)
  return follows(outcome, market, ({ answer }) => expect(answer).toEqual({ status: 200, body: connectionsOf(user) }))
}
