import { docs, found } from '../../kernel/evidence.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { contract, officialClient, unnamed, reference, vendorDocs } from '../sources.ts'
import { answersWhole, createRules, templateRules } from './rules.ts'

const resource = 'Resources › Template'

export const editRules = {
  ...templateRules,
  answersWhole,
  noQuota: createRules.noQuota,
  editNull: assumed({
    id: 'templates.edit.null',
    text: 'A field that is null in an edit of a template is set back to what it is without a value, image too: no instance can be created from the template then. The observed dialect shows image, onstart and recommended_disk_space as null from then on. name keeps its value.',
    evidence: found(
      'After an edit with null, image, onstart and recommended_disk_space were null.',
      unnamed(1, 'capture', '2026-09-16'),
      unnamed(2, 'note', '2026-09-07'),
    ),
    alternatives: {
      keeps: {
        text: 'A field that is null in an edit of a template keeps its value.',
        evidence: found('It sends null for everything that is not given.', officialClient),
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
    evidence: [
      ...found('Ids stayed while hash_id changed at each edit.', unnamed(1, 'capture', '2026-09-16'), vendorDocs),
      ...found('The numeric id stays.', reference),
    ],
    text: 'The numeric id is the same after an edit.',
  }),
  hashIdUnknown: assumed({
    id: 'templates.edit.hash-id-unknown',
    evidence: found('404.', vendorDocs, reference),
    text: "A hash_id that no template has now is refused, a retired one included; someone else's private template is refused alike.",
    status: 404,
    error: 'invalid_args',
  }),
}

export const deleteRules = {
  statuses: templateRules.statuses,
  notOwned: templateRules.notOwned,
  deleteByHashId: choice({
    id: 'templates.delete.by-hash-id',
    evidence: [
      ...found('It has template_id alone.', contract),
      ...found('400; the numeric id works.', docs('vast-ai/vast-claude-plugin SKILL.md', '2026-06')),
    ],
    text: 'Whether a template may be deleted by its hash_id.',
    usual: 'refused',
    usually: 'A deletion without template_id is refused.',
    alternatives: {
      deletes: {
        text: 'Without template_id, the template that has the hash_id now is deleted.',
        evidence: found('It deletes by either.', officialClient),
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
    evidence: found('404.', vendorDocs, reference),
    text: "An id that no template has is refused; someone else's private template is refused alike.",
    status: 404,
    error: 'invalid_args',
  }),
}
