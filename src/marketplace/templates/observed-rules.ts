import { assumed, choice } from '../../kernel/rule.ts'

const august = 'official client of August 2026, recorded'
const reference = 'public API reference, January 2026'
const contract = 'the contract has no such thing'

/** What an object in the place of env does, in templates and creations of instances. */
export const envObject = choice({
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

export const envHostname = choice({
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

export const diskSpaceAsText = choice({
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

const nullKeeps = {
  text: 'A field that is null in an edit of a template keeps its value.',
  evidence: `${august}: it sends null for everything that is not given`,
}

export const editNull = assumed({
  id: 'templates.edit.null',
  ...nullKeeps,
  alternatives: {
    keeps: nullKeeps,
    unsets: {
      text: 'The field is set back to what it is without a value; name and image, which every template has, keep theirs.',
      evidence: 'the contract lets jupyter_dir and volume_info be null',
    },
  },
})

export const deleteByHashId = choice({
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
})

export const filtersAsText = choice({
  id: 'templates.search.values-as-text',
  evidence: 'the contract gives each field a type',
  text: 'Whether filters take numbers and booleans as text, and null for every field.',
  usual: 'refused',
  alternatives: {
    refused: { text: 'A value of another type than that of its field is refused.', evidence: contract },
    read: {
      text: 'A text is read by the type of its field: "500" as a number, "true" as a boolean; null fulfils eq, neq, in and notin only.',
      evidence: `${august}: it sends {"id": {"eq": "500"}}`,
    },
  },
  observed: 'read',
})

export const searchParameters = choice({
  id: 'templates.search.further-parameters',
  evidence: 'the contract has select_filters alone',
  text: 'Whether a search reads select_cols, order_by and limit.',
  usual: 'ignored',
  alternatives: {
    ignored: { text: 'They are ignored, as every unknown parameter.', evidence: contract },
    read: {
      text: 'select_cols names the columns that templates are answered with, where * is all of them; order_by orders by {col, dir}, ascending ids breaking ties; limit is the largest number that is answered, while templates_found counts all that were found. A column that no template has is left out, and orders nothing.',
      evidence: `${august}: it sends select_cols; ${reference}: all three`,
    },
  },
  observed: 'read',
})
