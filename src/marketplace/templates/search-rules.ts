import { assumed, choice, documented } from '../../kernel/rule.ts'
import { createRules, templateRules } from './rules.ts'

const reference = 'public API reference, January 2026'
const august = 'official client of August 2026, recorded'

const filtersAsText = choice({
  id: 'templates.search.values-as-text',
  evidence: 'the contract gives each field a type',
  text: 'Whether filters take numbers and booleans as text, and null for every field.',
  usual: 'refused',
  alternatives: {
    refused: {
      text: 'A value of another type than that of its field is refused.',
      evidence: 'the contract has no such thing',
    },
    read: {
      text: 'A text is read by the type of its field: "500" as a number, "true" as a boolean; null fulfils eq, neq, in and notin only.',
      evidence: `${august}: it sends {"id": {"eq": "500"}}`,
    },
  },
  observed: 'read',
})

const searchParameters = choice({
  id: 'templates.search.further-parameters',
  evidence: 'the contract has select_filters alone',
  text: 'Whether a search reads select_cols, order_by and limit.',
  usual: 'ignored',
  alternatives: {
    ignored: { text: 'They are ignored, as every unknown parameter.', evidence: 'the contract has no such thing' },
    read: {
      text: 'select_cols names the columns that templates are answered with, where * is all of them; order_by orders by {col, dir}, ascending ids breaking ties; limit is the largest number that is answered, while templates_found counts all that were found. A column that no template has is left out, and orders nothing.',
      evidence: `${august}: it sends select_cols; ${reference}: all three`,
    },
  },
  observed: 'read',
})

export const searchRules = {
  statuses: templateRules.statuses,
  defaults: createRules.defaults,
  filtersAsText,
  searchParameters,
  finds: documented({
    id: 'templates.search.finds',
    section: 'Endpoints › GET /api/v0/template/',
    text: 'Templates that fulfil all conditions on all fields are answered. It is no free-text search.',
  }),
  needsUserRead: documented({
    id: 'templates.search.needs-user-read',
    section: 'Authentication 3',
    text: 'The key needs the permission user_read.',
  }),
  visible: assumed({
    id: 'templates.search.visible',
    evidence: reference,
    text: "One's own templates and everybody's public ones are found, by ascending id.",
  }),
  fields: assumed({
    id: 'templates.search.fields',
    evidence: `${reference}; the contract shows name and hash_id only`,
    text: 'Every template field is answered; an unset text is empty, an unset flag false; default_tag is the tag; the registry password is masked.',
  }),
  useSsh: assumed({
    id: 'templates.search.use-ssh',
    evidence: 'judgement: the contract calls it "SSH direct or proxied" and does not say which settings give SSH',
    text: 'use_ssh is true where the runtype is ssh, or where ssh_direct or use_ssh is set, even if use_ssh was given as false.',
  }),
  neverUsed: assumed({
    id: 'templates.search.never-used',
    evidence: `judgement: the contract is silent: it shows a float, and before the first rent there is no time to show`,
    text: 'recent_create_date is null until an instance is created from the template; null fulfils eq, neq, in and notin only.',
  }),
}
