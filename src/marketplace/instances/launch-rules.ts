import { capture, found, judgement } from '../../kernel/evidence.ts'
import { reference, vendorDocs } from '../sources.ts'
import { groupDigits } from '../../kernel/group-digits.ts'
import { assumed, documented } from '../../kernel/rule.ts'
import { MAX_ENV_CHARACTERS, templateRuntypes } from '../templates/schema.ts'

const at = 'Endpoints › PUT /api/v0/asks/{id}/'

/** The smallest disk that can be rented, in GB. */
export const MIN_DISK_GB = 8

/** Least and most, $/hour. */
export const bids = { least: 0.001, most: 128 }

/** Runtypes that the contract does not show. */
export const furtherRuntypes = ['ssh_proxy', 'ssh_direct', 'jupyter_proxy', 'jupyter_direct'] as const
export const runtypes = [...templateRuntypes, ...furtherRuntypes] as const

/** What holds of settings that nobody names. */
export type LaunchDefaults = {
  readonly runtype: (typeof runtypes)[number]
  /** GB. */
  readonly disk: number
  readonly tag: string
}

/** How the settings of a new instance follow from template and request. */
export const launchRules = {
  defaults: assumed<LaunchDefaults>({
    id: 'instances.create.defaults',
    evidence: [
      ...found('runtype defaults to ssh unless args or args_str is given.', reference, vendorDocs),
      ...judgement('Disk and tag as the contract states them for templates.'),
    ],
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
    evidence: judgement('The tag of a template belongs to its image; what a replaced image does to it is not shown.'),
    text: 'An image that the request gives keeps the tag of the template where it is the image of the template; another one without a tag is that image at latest.',
  }),
  tagOverImage: assumed({
    id: 'instances.create.tag-over-image',
    evidence: judgement(
      'What is said on purpose wins; the contract has tag as a field and is silent on images that have one already.',
    ),
    text: 'A tag, of the request or of the template, takes the place of the tag or digest that its image has.',
  }),
  smallestDisk: assumed({
    id: 'instances.create.smallest-disk',
    evidence: [...found('disk is at least 8 GB.', vendorDocs), ...found('disk is at least 8 GB.', reference)],
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
    evidence: judgement('Where a replaced variable stands is not shown.'),
    text: 'A variable that the request replaces keeps its place in the template’s order; a port mapping that both name stands once.',
  }),
  envNamedTwice: assumed({
    id: 'instances.create.env-named-twice',
    evidence: judgement('A container has one value for each variable.'),
    text: 'What one env string names twice counts once, with its last value at its first place.',
  }),
  envTooLong: assumed({
    id: 'instances.create.env-too-long',
    evidence: [
      ...found(
        '400, "invalid env arguments, total length > 32KB".',
        capture('realnedsanders/terraform-provider-vastai issue 2', '2026-09'),
      ),
      ...found('env has 32,768 characters in all.', reference),
    ],
    text: `The flags of template and request together have ${groupDigits(MAX_ENV_CHARACTERS)} characters at most.`,
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
    evidence: judgement('They choose machines in a search, and here the offer is named by its id.'),
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
