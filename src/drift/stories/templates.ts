import { findRow, type StoryValues, NO_HASH, NO_ID, type Story, valueAt } from './story.ts'

const path = '/api/v0/template/'
const deletion = { method: 'DELETE', path } as const

export const templateStory: Story = {
  probes: [
    { says: 'searches templates', method: 'GET', path },
    { says: 'edits a template that does not exist', method: 'PUT', path, body: { hash_id: NO_HASH } },
    { says: 'deletes a template that does not exist', ...deletion, body: { template_id: NO_ID } },
  ],
}

/** The id and the hash_id of an answer, which come where they can be read. */
const templateIn = (answer: unknown): StoryValues => {
  const [id, hash_id] = [valueAt(answer, 'template', 'id'), valueAt(answer, 'template', 'hash_id')]
  return { ...(typeof id === 'number' && { template: id }), ...(typeof hash_id === 'string' && { hash_id }) }
}

const byId = ({ template }: StoryValues) => ({ template_id: template })

/** Finds it by its name, whatever the answer to its creation was. */
const search = {
  says: 'searches for it',
  method: 'GET',
  path: ({ mark }: StoryValues) =>
    `${path}?select_filters=${encodeURIComponent(JSON.stringify({ name: { eq: mark } }))}`,
} as const

/** Creates a template with a marked name, edits it, and deletes it. */
export const madeTemplateStory: Story = {
  makes: 'template',
  probes: [
    {
      says: 'creates a template',
      method: 'POST',
      path,
      body: ({ mark }) => ({ name: mark, image: 'library/ubuntu', tag: '24.04', env: '-e A=1', private: true }),
      finds: (answer) => {
        const { hash_id, ...found } = templateIn(answer)
        return { ...found, ...(hash_id !== undefined && { hash_id, first: hash_id }) }
      },
    },
    search,
    {
      says: 'edits its tag',
      method: 'PUT',
      path,
      body: ({ hash_id }) => ({ hash_id, tag: '22.04' }),
      needs: 'hash_id',
      finds: templateIn,
    },
    {
      says: 'edits it by the hash_id that it had',
      method: 'PUT',
      path,
      body: ({ first }) => ({ hash_id: first, tag: 'latest' }),
      needs: 'first',
    },
    { says: 'searches templates', method: 'GET', path },
  ],
  look: { ...search, finds: (answer) => templateIn({ template: findRow(answer, 'templates') }) },
  undo: { says: 'deletes it', ...deletion, body: byId, needs: 'template' },
  after: [
    { says: 'searches templates', method: 'GET', path },
    { says: 'deletes it again', ...deletion, body: byId, needs: 'template' },
  ],
}
