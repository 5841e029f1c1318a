import { grouped } from '../../kernel/grouped.ts'
import { assumed, documented } from '../../kernel/rule.ts'
import { createRules as templateCreateRules, templateRules } from '../templates/rules.ts'
import { MAX_ENV_CHARACTERS } from '../templates/schema.ts'
import { createChoices } from './create-choices.ts'
import { bids, MIN_DISK_GB, runtypes } from './creation-limits.ts'

const at = 'Endpoints › PUT /api/v0/asks/{id}/'
const reference = 'public API reference, January 2026'

/** What holds of settings that nobody names. */
export type LaunchDefaults = {
  readonly runtype: (typeof runtypes)[number]
  /** GB. */
  readonly disk: number
  readonly tag: string
}

const misuse = assumed({
  id: 'instances.create.misuse-status',
  evidence: `${reference}: invalid_args with 400 for arguments of this operation`,
  text: 'The contract calls it an error; status and code are ours.',
})

export const createRules = {
  ...createChoices,
  envObject: templateRules.envObject,
  envHostname: templateRules.envHostname,
  envIsString: templateRules.envIsString,
  envObjectIgnored: templateRules.envObjectIgnored,
  envMalformed: templateRules.envMalformed,
  envWordsUnread: templateRules.envWordsUnread,
  shellWords: templateRules.shellWords,
  argsMalformed: templateRules.argsMalformed,
  templateDefaults: templateCreateRules.defaults,
  noQuota: templateCreateRules.noQuota,
  rents: documented({
    id: 'instances.create.rents',
    section: at,
    text: 'The offer becomes an instance of the user; new_contract is its identifier.',
  }),
  response: assumed({
    id: 'instances.create.answer',
    evidence: `${reference}: 200 {success: true, new_contract}; the full response shape is not shown`,
    text: 'The answer has the status 200 and the field success besides new_contract.',
    value: 200,
  }),
  runningAtOnce: assumed({
    id: 'instances.create.running-at-once',
    evidence: 'judgement: transitions are not shown, running is the only status value that is',
    text: 'An instance runs as soon as it is created, or is stopped at once when target_state asks for that.',
  }),
  progression: assumed({
    id: 'instances.create.progression',
    evidence:
      'reported by public clients: created, loading, running within one to five minutes; transitions are not shown',
    text: 'Where a progression is configured, a new instance is created for the first half of the way to running and loading for the second.',
  }),
  furtherParameters: assumed({
    id: 'instances.create.further-parameters',
    evidence: `${reference}: label, onstart, args, args_str, use_jupyter_lab, jupyter_dir, target_state, price, runtypes like ssh_direct; tag, ssh_direct, use_ssh and jup_direct as similar scalars of a template; the contract shows template_hash_id, image, env, volume_info, disk, runtype and extra_filters`,
    text: 'Further parameters are understood besides those that the contract names.',
  }),
  templateIdRefused: documented({
    id: 'instances.create.template-id-refused',
    section: `${at}; Errors`,
    text: 'template_id in place of template_hash_id is an error.',
    status: 400,
    error: 'invalid_args',
    restsOn: [misuse],
  }),
  offerUnknown: assumed({
    id: 'instances.create.offer-unknown',
    evidence: `${reference}: 404 for an unknown offer`,
    text: 'An offer that does not exist cannot be rented.',
    status: 404,
    error: 'no_such_ask',
    alternatives: {
      reported: {
        text: 'An offer that does not exist cannot be rented.',
        evidence: 'reported by public clients: 404 with the code invalid_args',
        error: 'invalid_args',
      },
    },
    observed: 'reported',
  }),
  offerRented: assumed({
    id: 'instances.create.offer-rented',
    evidence: `${reference}: 410 no_such_ask when the offer is gone`,
    text: 'An offer is rented once; then it is gone.',
    status: 410,
    error: 'no_such_ask',
  }),
  templateUnknown: assumed({
    id: 'instances.create.template-unknown',
    evidence: 'published nowhere; invalid_args as for other references that do not resolve',
    text: "A template_hash_id that no template has now is refused, a retired one included; someone else's private template is as good as none.",
    status: 400,
    error: 'invalid_args',
  }),
  imageMissing: assumed({
    id: 'instances.create.image-missing',
    evidence: 'judgement: nothing could be started',
    text: 'Without a template an image is required.',
    status: 400,
    error: 'invalid_args',
  }),
  priceInvalid: assumed({
    id: 'instances.create.price-invalid',
    evidence: `${reference}: 400 invalid_price, 0.001 to 128`,
    text: 'A bid lies between 0.001 and 128 $/hour.',
    status: 400,
    error: 'invalid_price',
    value: bids,
  }),
  volumeUnknown: assumed({
    id: 'instances.create.volume-unknown',
    evidence: 'judgement: invalid_args, as the contract shows for references that do not resolve',
    text: 'A volume or volume offer that does not exist cannot be attached.',
    status: 400,
    error: 'invalid_args',
  }),
  volumeNotOwned: assumed({
    id: 'instances.create.volume-not-owned',
    evidence: 'judgement: not_authorized with 403, as the contract shows for a disk of someone else',
    text: "Someone else's volume cannot be attached.",
    status: 403,
    error: 'not_authorized',
  }),
  volumeSize: assumed({
    id: 'instances.create.volume-size',
    evidence: 'judgement: a new volume needs a size, and an offer cannot give more than it has left',
    text: 'A new volume without a size, or larger than what its offer has left, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  volumeShared: assumed({
    id: 'instances.create.volume-shared',
    evidence: 'judgement: the contract states no limit on the attachments of a volume',
    text: 'A volume that is attached to an instance already can be attached to another one.',
  }),
  bidBelowMinimum: assumed({
    id: 'instances.create.bid-below-minimum',
    evidence: 'judgement: the contract shows min_bid and does not say what becomes of a smaller bid',
    text: 'A bid below the min_bid of the offer is accepted, and the instance runs.',
  }),
  hostPortTwice: assumed({
    id: 'instances.create.host-port-twice',
    evidence: 'judgement: the contract states no limit on port mappings',
    text: 'One port of the host may be mapped to several ports of the container; every mapping is kept.',
  }),
  defaults: assumed<LaunchDefaults>({
    id: 'instances.create.defaults',
    evidence: `${reference}: runtype defaults to ssh unless args or args_str is given; disk and tag as the contract states them for templates`,
    text: 'Without a template the runtype is ssh, or args where args or args_str is given; the disk has 8 GB and the image the tag latest.',
    value: { runtype: 'ssh', disk: MIN_DISK_GB, tag: 'latest' },
    among: { runtype: runtypes },
  }),
  usesTemplate: documented({
    id: 'instances.create.uses-template',
    section: at,
    text: "The template's settings are used; its image too, unless the request names one. Its count_created and recent_create_date move.",
  }),
  scalarsReplaced: documented({
    id: 'instances.create.scalars-replaced',
    section: `${at} › Precedence 1`,
    text: 'A scalar that the request gives replaces that of the template.',
  }),
  tagOfAnotherImage: assumed({
    id: 'instances.create.tag-of-another-image',
    evidence: 'judgement: the tag of a template belongs to its image; what a replaced image does to it is not shown',
    text: 'An image that the request gives keeps the tag of the template where it is the image of the template; another one without a tag is that image at latest.',
  }),
  tagOverImage: assumed({
    id: 'instances.create.tag-over-image',
    evidence:
      'judgement: what is said on purpose wins; the contract has tag as a field of its own and is silent on images that have one already',
    text: 'A tag, of the request or of the template, takes the place of the tag or digest that its image has.',
  }),
  smallestDisk: assumed({
    id: 'instances.create.smallest-disk',
    evidence: `${reference}: disk is at least 8 GB; the contract states no minimum of recommended_disk_space`,
    text: 'A template that recommends less than 8 GB starts an instance with 8; a request for less is refused.',
    value: MIN_DISK_GB,
    status: 400,
    error: 'invalid_args',
  }),
  argumentsUnused: documented({
    id: 'instances.create.arguments-unused',
    section: 'Resources › Template',
    text: 'Arguments are passed on under the runtype args only.',
  }),
  envMerged: documented({
    id: 'instances.create.env-merged',
    section: `${at} › Precedence 2`,
    text: 'Template entries are kept, request entries are appended; for the same variable the request wins.',
  }),
  envOrder: assumed({
    id: 'instances.create.env-order',
    evidence: 'judgement: where a replaced variable stands is not shown',
    text: 'A variable that the request replaces keeps its place in the template’s order; a port mapping that both name stands once.',
  }),
  envNamedTwice: assumed({
    id: 'instances.create.env-named-twice',
    evidence: 'judgement: a container has one value for each variable',
    text: 'What one env string names twice counts once, with its last value at its first place.',
  }),
  envTooLong: assumed({
    id: 'instances.create.env-too-long',
    evidence: `${reference}: env has 32,768 characters in all`,
    text: `The flags of template and request together have ${grouped(MAX_ENV_CHARACTERS)} characters at most.`,
    value: MAX_ENV_CHARACTERS,
    status: 400,
    error: 'invalid_args',
  }),
  filtersMerged: documented({
    id: 'instances.create.filters-merged',
    section: `${at} › Precedence 3`,
    text: 'extra_filters are merged by key; the request wins.',
  }),
  filtersNotApplied: assumed({
    id: 'instances.create.filters-not-applied',
    evidence: 'judgement: they choose machines in a search, and here the offer is named by its id',
    text: 'The merged extra_filters are kept with the instance and refuse no offer.',
  }),
  templateVolumeNeverApplied: documented({
    id: 'instances.create.template-volume-never-applied',
    section: `${at} › Precedence 4`,
    text: 'volume_info of a template attaches nothing.',
  }),
  volumeLinked: documented({
    id: 'instances.create.volume-linked',
    section: 'Resources › Volume attachment',
    text: 'With create_new false the existing volume is attached at mount_path.',
  }),
  volumeCreated: documented({
    id: 'instances.create.volume-created',
    section: 'Resources › Volume attachment',
    text: 'With create_new true a volume of that size is created from the volume offer and attached.',
  }),
}
