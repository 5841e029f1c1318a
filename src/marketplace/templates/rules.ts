import { envHostname, envIsString, envObject, envObjectAccepted } from './env-rules.ts'
import { code, docs, found, judgement, note } from '../../kernel/evidence.ts'
import { contract, officialClient, unnamed, reference, vendorDocs } from '../sources.ts'
import { groupDigits } from '../../kernel/group-digits.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { type TemplateDefaults, templateDefaults, templateLimits, templateRuntypes } from './schema.ts'

const resource = 'Resources › Template'

const diskSpaceAsText = choice({
  id: 'templates.disk-space-as-text',
  evidence: found('recommended_disk_space is a number.', contract),
  text: 'Whether recommended_disk_space of a template may be a number as text.',
  usual: 'refused',
  usually: 'A text is refused.',
  alternatives: {
    read: {
      text: 'A text that is a number is read as that number.',
      evidence: found('It sends "16".', officialClient),
    },
  },
  observed: 'read',
})

/** The rules that several template operations share. */
export const templateRules = {
  statuses: assumed({
    id: 'templates.statuses',
    evidence: [
      ...found('200 on creation.', unnamed(1, 'capture', '2026-01'), vendorDocs),
      ...found('200, never 201.', reference),
    ],
    text: 'A template operation that succeeds is answered with 200.',
    value: 200,
  }),
  envObject,
  envHostname,
  diskSpaceAsText,
  envIsString,
  envObjectIgnored: documented({
    id: 'templates.env-object-ignored',
    section: 'Errors',
    text: 'An object in the place of env applies nothing. The documents of the vendor say the opposite, which templates.env-object chooses.',
    restsOn: [envIsString, envObjectAccepted],
  }),
  envMalformed: assumed({
    id: 'templates.env-malformed',
    evidence: judgement('A clear refusal beats a variable that silently is not there.'),
    text: 'An env string with an open quote, an -e without NAME=value or a -p without host:container is refused. Any name without = and ports of any digits will do: the contract states no bound, and public documentation has identity ports above 70000.',
    status: 400,
    error: 'invalid_args',
  }),
  envWordsUnread: assumed({
    id: 'templates.env-words-unread',
    evidence: found('Flags other than -e and -p are ignored.', reference),
    text: 'Words of an env string that are neither -e NAME=value nor -p host:container apply nothing, --env and -eA=1 included; the hint names them.',
  }),
  shellWords: assumed({
    id: 'templates.shell-words',
    evidence: judgement(
      'Templates of the vendor have values in double quotes with spaces, and a client sends single quotes; how the service splits them was not seen. Clients are written in Python, whose standard library splits such texts by shlex.split.',
    ),
    text: 'env and args_str are split into words as Python’s shlex.split splits them, except that a carriage return belongs to its word; a hint says where a word ends in one. Space, tab and newline separate words; quotes and a backslash keep text together. Within double quotes a backslash escapes only `"` and itself: a shell would also take it away before `$`, a backtick and the end of a line.',
  }),
  argsMalformed: assumed({
    id: 'templates.args-malformed',
    evidence: judgement('Arguments are split as a shell splits them.'),
    text: 'An args_str in which a quote is never closed, or that ends in a backslash, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  hashId: assumed({
    id: 'templates.create.hash-id',
    evidence: judgement(
      'Clients show 32 lowercase hexadecimal digits; so that it changes on every edit and twins differ, content, id and revision are hashed.',
    ),
    text: 'hash_id is a hash over the content, the id and a revision, so that twins differ.',
    alternatives: {
      content: {
        text: 'hash_id is a hash over the content alone, so that equal templates have the same; an edit that changes nothing hashes the revision too.',
        evidence: found(
          'The vendor’s tool computes it from the content, without the creator.',
          code('vast-ai/base-image', '2026-08'),
        ),
      },
    },
    observed: 'content',
  }),
  notOwned: assumed({
    id: 'templates.not-owned',
    evidence: judgement('not_authorized with 403, as the contract shows for a disk of someone else.'),
    text: "Someone else's public template cannot be changed.",
    status: 403,
    error: 'not_authorized',
  }),
}

const defaults = documented<TemplateDefaults>({
  id: 'templates.create.defaults',
  section: `${resource}; Limits`,
  text: 'The tag defaults to latest, runtype to args, recommended_disk_space to 8.',
  value: templateDefaults,
  among: { runtype: templateRuntypes },
})

const sameName = choice({
  id: 'templates.create.same-name',
  evidence: found('It shows a creation that gives an id and a hash_id.', contract),
  text: 'What becomes of a creation with the name that one of one’s own templates has.',
  usual: 'creates',
  usually: 'It makes another template.',
  alternatives: {
    updates: {
      text: 'It gives that template the new content and answers its id; the same content changes nothing.',
      evidence: [
        ...found('Four creations under two names made two templates.', note('vast-ai/base-image, measured', '2026-08')),
        ...found('200, "Template created or existing template found".', vendorDocs),
      ],
    },
  },
  observed: 'updates',
})

/** What an answer to a creation or an edit shows of the template. */
export const answersWhole = assumed({
  id: 'templates.answers-whole',
  evidence: judgement(
    'The contract says at least id and hash_id; realnedsanders/terraform-provider-vastai reads every field of the answer, and vast-ai/docs show name, id and hash_id alone.',
  ),
  text: 'The answer shows the whole template, as a search does.',
  alternatives: {
    short: {
      text: 'The answer shows id and hash_id, that of a creation the name too.',
      evidence: found('name, id, hash_id.', vendorDocs),
    },
  },
})

export const createRules = {
  answersWhole,
  sameName,
  statuses: templateRules.statuses,
  envObject,
  envHostname,
  diskSpaceAsText,
  envIsString: templateRules.envIsString,
  envObjectIgnored: templateRules.envObjectIgnored,
  envMalformed: templateRules.envMalformed,
  envWordsUnread: templateRules.envWordsUnread,
  shellWords: templateRules.shellWords,
  argsMalformed: templateRules.argsMalformed,
  creates: documented({
    id: 'templates.create.creates',
    section: 'Endpoints › POST /api/v0/template/',
    text: 'The answer holds the new id and hash_id.',
  }),
  defaults,
  hashId: templateRules.hashId,
  requiredMissing: documented({
    id: 'templates.create.required-missing',
    section: resource,
    text: 'name and image are required.',
    status: 400,
    error: 'invalid_args',
    restsOn: [
      assumed({
        id: 'templates.create.required-status',
        evidence: [...found('400, "Template name is required".', vendorDocs), ...found('400 invalid_args.', reference)],
        text: 'A template without name or image is refused with 400 invalid_args.',
      }),
    ],
  }),
  noQuota: assumed({
    id: 'templates.create.no-quota',
    evidence: [
      ...judgement('Limits on field lengths and on the number of templates are not shown.'),
      ...found(
        'Limits of lengths were documented in October 2025 and taken out again.',
        docs('vast-ai/vast-cli f74ff88^ openapi, PR 272', '2025-10'),
      ),
    ],
    text: `An image of more than ${groupDigits(templateLimits.image)} characters, an env of a template of more than ${groupDigits(templateLimits.env)} and a disk of more than a billion GB are refused. A user may have any number of templates, with other fields of any length that a request can carry.`,
    value: templateLimits,
    status: 400,
    error: 'invalid_args',
  }),
}
