import { capture, code, found, judgement, note } from '../../kernel/evidence.ts'
import { contract, officialClient, unnamed, reference } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { createRules, templateRules } from './rules.ts'

const filtersAsText = choice({
  id: 'templates.search.values-as-text',
  evidence: found('It gives each field a type.', contract),
  text: 'Whether filters take numbers and booleans as text, and null for every field.',
  usual: 'refused',
  usually: 'A value of another type than that of its field is refused.',
  alternatives: {
    read: {
      text: 'A text is read by the type of its field: "500" as a number, "true" as a boolean; null fulfils eq, neq, in and notin only. A bare text in the place of the filter of name finds names that have it, in letters of any case.',
      evidence: [
        ...found('It sends {"id": {"eq": "500"}}.', officialClient),
        ...found(
          'A bare text as name finds names with it.',
          note('nikitatsym/vastai-mcp live tests', '2026-07'),
          code('jdziat/vastai-mcp', '2026'),
          unnamed(1, 'code'),
        ),
      ],
    },
  },
  observed: 'read',
})

const searchParameters = choice({
  id: 'templates.search.further-parameters',
  evidence: found('It has select_filters alone.', contract),
  text: 'Whether a search reads select_cols, order_by and limit.',
  usual: 'ignored',
  usually: 'They are ignored, as every unknown parameter.',
  alternatives: {
    read: {
      text: 'select_cols names the columns that templates are answered with, where * is all of them; order_by orders by {col, dir}, ascending ids breaking ties; limit is the largest number that is answered, while templates_found counts all that were found. order_by may be one word, too. A column that no template has is left out, and orders nothing.',
      evidence: [
        ...found('It sends select_cols.', officialClient),
        ...found('All three.', reference),
        ...found('It sends order_by=name.', code('mrqsdf/VastAI4J')),
      ],
    },
  },
  observed: 'read',
})

export const furtherFields = choice({
  id: 'templates.search.further-fields',
  evidence: found('It shows name and hash_id.', contract),
  text: 'Whether a template is shown with fields that were seen and that the contract does not name.',
  usual: 'none',
  usually: 'Only the fields of a template.',
  alternatives: {
    shown: {
      text: 'Further fields are shown, most of them null; default_tag and an unset args_str are null, extra_filters is JSON in a text, and readme_hash comes besides readme. What a fixture has under seen is shown instead, until an edit of the template.',
      evidence: found('A template has 47 fields, 14 of them null.', capture('jdziat/vastai-mcp', '2026-09-05')),
    },
  },
  observed: 'shown',
})

export const searchRules = {
  statuses: templateRules.statuses,
  defaults: createRules.defaults,
  filtersAsText,
  searchParameters,
  furtherFields,
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
    evidence: [
      ...found('One’s own and public ones.', reference),
      ...judgement('The rows that were seen had ascending ids, and were asked for as recommended ones.'),
    ],
    text: "One's own templates and everybody's public ones are found, by ascending id.",
  }),
  fields: assumed({
    id: 'templates.search.fields',
    evidence: [
      ...found('The fields of a template.', reference),
      ...judgement('The contract shows name and hash_id only; which it shows besides is assumed.'),
    ],
    text: 'Every template field is answered; an unset text is empty, an unset flag false; default_tag is the tag; the registry password is masked.',
  }),
  useSsh: assumed({
    id: 'templates.search.use-ssh',
    evidence: [
      ...found(
        'Templates with runtype jupyter and ssh_direct show use_ssh true.',
        capture('jdziat/vastai-mcp template.json', '2026-09-05'),
      ),
      ...judgement('The contract calls it "SSH direct or proxied" and does not say which settings give SSH.'),
    ],
    text: 'use_ssh is true where the runtype is ssh, or where ssh_direct or use_ssh is set, even if use_ssh was given as false.',
  }),
  neverUsed: assumed({
    id: 'templates.search.never-used',
    evidence: found(
      'recent_create_date is null and count_created 0.',
      capture('jdziat/vastai-mcp template.json', '2026-09-05'),
    ),
    text: 'recent_create_date is null until an instance is created from the template; null fulfils eq, neq, in and notin only.',
  }),
}
