import { generated, HASH } from '../inputs.ts'
import { templates as asked } from '../questions.ts'
import type { Search, Searched } from './search.ts'

type Row = Readonly<Record<string, unknown>> & { readonly count_created: number }

const equal = (field: string, value: unknown): readonly Search<Row>[] => [
  { question: asked({ [field]: { eq: value } }), expected: (all) => all.filter((row) => row[field] === value) },
]

export const templates: Searched<Row> = {
  title: 'GET /api/v0/template/ with a filter that few fulfil',
  about: 'One filter, which one template or none fulfils; one connection, while nothing changes the templates.',
  belowMs: 1,
  sizes: [2000, 50_000],
  fixture: (count) => generated({ templates: count }),
  all: () => asked(),
  rows: (body) => JSON.parse(body).templates,
  kinds: {
    'by hash_id': equal('hash_id', HASH),
    'by id': equal('id', 9001),
    'by creator': equal('creator_id', 1001),
    'by name': equal('name', 'mine'),
    'by how often it was used': [
      {
        question: asked({ count_created: { gt: 0 } }),
        expected: (all) => all.filter(({ count_created }) => count_created > 0),
      },
    ],
  },
}
