import { findRow, NO_ID, type Story, type StoryValues, valueAt } from './story.ts'

const listing = { says: 'lists instances', method: 'GET', path: '/api/v0/instances/' } as const

export const instanceStory: Story = {
  probes: [
    listing,
    {
      says: 'rents an offer that does not exist',
      method: 'PUT',
      path: `/api/v0/asks/${NO_ID}/`,
      body: { image: 'ubuntu' },
    },
  ],
}

const made = ({ instance }: StoryValues): string => `/api/v0/instances/${instance}/`

const numberAs = (name: string, value: unknown): StoryValues => (typeof value === 'number' ? { [name]: value } : {})

/**
 * Rents an offer, stops and names the instance, and destroys it.
 * @param most $/hour, with 8 GB of disk
 */
export const rentStory = (most: number): Story => ({
  makes: 'instance',
  probes: [
    {
      says: 'reads what the offer costs',
      method: 'POST',
      path: '/api/v0/bundles/',
      body: ({ offer }) => ({ ask_contract_id: { eq: offer }, allocated_storage: 8, limit: 1 }),
      finds: (answer) => {
        const price = valueAt(findRow(answer, 'offers'), 'dph_total')
        return typeof price === 'number' && price <= most ? { price } : {}
      },
    },
    {
      says: `rents it, where it costs at most ${most} $/hour`,
      method: 'PUT',
      path: ({ offer }) => `/api/v0/asks/${offer}/`,
      body: ({ mark }) => ({ image: 'ubuntu:24.04', disk: 8, label: mark }),
      needs: 'price',
      finds: (answer) => numberAs('instance', valueAt(answer, 'new_contract')),
    },
    { ...listing, needs: 'instance' },
    { says: 'stops it', method: 'PUT', path: made, body: { state: 'stopped' }, needs: 'instance' },
    { says: 'gives it a label', method: 'PUT', path: made, body: { label: 'rental-sim drift' }, needs: 'instance' },
    { ...listing, needs: 'instance' },
  ],
  look: {
    ...listing,
    finds: (answer, { mark }) =>
      numberAs(
        'instance',
        valueAt(
          findRow(answer, 'instances', (row) => valueAt(row, 'label') === mark),
          'id',
        ),
      ),
  },
  undo: { says: 'destroys it', method: 'DELETE', path: made, body: {}, needs: 'instance' },
  after: [
    { ...listing, needs: 'instance' },
    { says: 'destroys it again', method: 'DELETE', path: made, body: {}, needs: 'instance' },
  ],
})
