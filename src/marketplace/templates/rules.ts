import { grouped } from '../../kernel/grouped.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { type TemplateDefaults, templateDefaults, templateLimits, templateRuntypes } from './schema.ts'

const resource = 'Resources › Template'
const reference = 'public API reference, January 2026'
const judgement = 'judgement: the contract is silent'
const august = 'official client of August 2026, recorded'

const envIsString = documented({
  id: 'templates.env-is-a-string',
  section: resource,
  text: 'env is a string of container-run flags, never an object.',
})

const envObjectAccepted = assumed({
  id: 'templates.env-object-accepted',
  evidence: `${judgement}; the contract says that it does not apply, not that it is refused`,
  text: 'An object in the place of env is not an error.',
})

/** What an object in the place of env does, in templates and creations of instances. */
const envObject = choice({
  id: 'templates.env-object',
  evidence: 'the contract says that an object applies nothing',
  text: 'What an object in the place of env does.',
  usual: 'ignored',
  alternatives: {
    ignored: { text: 'It applies nothing.', evidence: 'the contract says so' },
    applied: {
      text: 'It is read as the flags that it stands for: a name and its value as a variable, a name that begins with a dash as a flag, such as `-p 8000:8000`; null sets nothing, and neither does an empty object. What the contract says of an env string holds for these flags.',
      evidence: `${august}: rents send an object; the public API reference says so since February 2026`,
    },
    refused: {
      text: 'It is refused.',
      evidence: 'the contract says that env is a string, never an object',
      status: 400,
      error: 'invalid_args',
    },
  },
  observed: 'applied',
})

const envHostname = choice({
  id: 'templates.env-hostname',
  evidence: 'the contract shows -e and -p',
  text: 'Whether `-h hostname` in env is a flag.',
  usual: 'unread',
  alternatives: {
    unread: { text: 'It applies nothing, as all words besides -e and -p.', evidence: 'the contract shows -e and -p' },
    read: {
      text: 'It names the host of the container; nothing that is answered shows it.',
      evidence: `${reference}: env takes -e, -p and -h`,
    },
  },
  observed: 'read',
})

const diskSpaceAsText = choice({
  id: 'templates.disk-space-as-text',
  evidence: 'the contract has recommended_disk_space as a number',
  text: 'Whether recommended_disk_space of a template may be a number as text.',
  usual: 'refused',
  alternatives: {
    refused: { text: 'A text is refused.', evidence: 'the contract has a number' },
    read: { text: 'A text that is a number is read as that number.', evidence: `${august}: it sends "16"` },
  },
  observed: 'read',
})

/** The rules that several template operations share. */
export const templateRules = {
  statuses: assumed({
    id: 'templates.statuses',
    evidence: `${reference}: 200, never 201; the contract shows no status code of template responses`,
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
    text: 'An object in the place of env applies nothing.',
    restsOn: [envIsString, envObjectAccepted],
  }),
  envMalformed: assumed({
    id: 'templates.env-malformed',
    evidence: `${judgement}; a clear refusal beats a variable that silently is not there`,
    text: 'An env string with an open quote, an -e without NAME=value or a -p without host:container is refused. Any name without = and ports of any digits will do: the contract states no bound, and public documentation has identity ports above 70000.',
    status: 400,
    error: 'invalid_args',
  }),
  envWordsUnread: assumed({
    id: 'templates.env-words-unread',
    evidence: `${reference}: flags other than -e and -p are ignored; the contract shows these two`,
    text: 'Words of an env string that are neither -e NAME=value nor -p host:container apply nothing, --env and -eA=1 included; the hint names them.',
  }),
  shellWords: assumed({
    id: 'templates.shell-words',
    evidence: `${judgement}, except for the spaces between flags; official clients are written in Python, whose standard library splits such texts by shlex.split`,
    text: 'env and args_str are split into words as Python’s shlex.split splits them, except that a carriage return belongs to its word; a hint says where a word ends in one. Space, tab and newline separate words; quotes and a backslash keep text together. Within double quotes a backslash escapes only `"` and itself: a shell would also take it away before `$`, a backtick and the end of a line.',
  }),
  argsMalformed: assumed({
    id: 'templates.args-malformed',
    evidence: `${judgement}; arguments are split as a shell splits them`,
    text: 'An args_str in which a quote is never closed, or that ends in a backslash, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  hashId: assumed({
    id: 'templates.create.hash-id',
    evidence: 'public clients show 32 lowercase hexadecimal digits; what exactly is hashed is published nowhere',
    text: 'hash_id is a hash over the content, the id and a revision, so that twins differ.',
  }),
  notOwned: assumed({
    id: 'templates.not-owned',
    evidence: 'judgement: not_authorized with 403, as the contract shows for a disk of someone else',
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

export const createRules = {
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
        evidence: `${reference}: 400 invalid_args`,
        text: 'A template without name or image is refused with 400 invalid_args.',
      }),
    ],
  }),
  noQuota: assumed({
    id: 'templates.create.no-quota',
    evidence: `${judgement}: limits on field lengths and on the number of templates are not shown; ${reference}, bounds image and env of a rental`,
    text: `An image of more than ${grouped(templateLimits.image)} characters, an env of a template of more than ${grouped(templateLimits.env)} and a disk of more than a billion GB are refused. A user may have any number of templates, with other fields of any length that a request can carry.`,
    value: templateLimits,
    status: 400,
    error: 'invalid_args',
  }),
}

const nullKeeps = {
  text: 'A field that is null in an edit of a template keeps its value.',
  evidence: `${august}: it sends null for everything that is not given`,
}

export const editRules = {
  ...templateRules,
  noQuota: createRules.noQuota,
  editNull: assumed({
    id: 'templates.edit.null',
    ...nullKeeps,
    alternatives: {
      keeps: nullKeeps,
      unsets: {
        text: 'The field is set back to what it is without a value; name and image, which every template has, keep theirs.',
        evidence: 'the contract lets jupyter_dir and volume_info be null',
      },
    },
  }),
  rotatesHashId: documented({
    id: 'templates.edit.rotates-hash-id',
    section: `${resource}; Endpoints › PUT /api/v0/template/`,
    text: 'Every edit, even an empty one, gives the template a new hash_id.',
  }),
  keepsTheRest: documented({
    id: 'templates.edit.keeps-the-rest',
    section: 'Endpoints › PUT /api/v0/template/',
    text: 'Fields that are not given keep their values.',
  }),
  idStays: assumed({
    id: 'templates.edit.id-stays',
    evidence: `${reference}: the numeric id stays`,
    text: 'The numeric id is the same after an edit.',
  }),
  hashIdUnknown: assumed({
    id: 'templates.edit.hash-id-unknown',
    evidence: `${reference}: 404`,
    text: "A hash_id that no template has now is refused, a retired one included; someone else's private template is as good as none.",
    status: 404,
    error: 'invalid_args',
  }),
}

export const deleteRules = {
  statuses: templateRules.statuses,
  notOwned: templateRules.notOwned,
  deleteByHashId: choice({
    id: 'templates.delete.by-hash-id',
    evidence: 'the contract has template_id alone',
    text: 'Whether a template may be deleted by its hash_id.',
    usual: 'refused',
    alternatives: {
      refused: { text: 'A deletion without template_id is refused.', evidence: 'the contract has template_id alone' },
      deletes: {
        text: 'Without template_id, the template that has the hash_id now is deleted.',
        evidence: `${august}: it deletes by either`,
      },
    },
    observed: 'deletes',
  }),
  deletes: documented({
    id: 'templates.delete.deletes',
    section: 'Endpoints › DELETE /api/v0/template/',
    text: 'The template with this numeric id is deleted.',
  }),
  idUnknown: assumed({
    id: 'templates.delete.id-unknown',
    evidence: `${reference}: 404`,
    text: "An id that no template has is refused; someone else's private template is as good as none.",
    status: 404,
    error: 'invalid_args',
  }),
}
