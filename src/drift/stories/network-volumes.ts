import { NO_ID, type Story } from './story.ts'

const searching = { method: 'POST', path: '/api/v0/network_volumes/search/' } as const
const unlisting = { method: 'POST', path: '/api/v0/network_volumes/unlist/' } as const

export const networkVolumeStory: Story = {
  probes: [
    { says: 'searches network volumes', ...searching, body: { q: { limit: 2 } } },
    { says: 'searches with a limit of text', ...searching, body: { q: { limit: [] } } },
    { says: 'unlists no volume', ...unlisting, body: {} },
    { says: 'unlists a volume that does not exist', ...unlisting, body: { id: NO_ID } },
    {
      says: 'lists a disk that does not exist',
      method: 'POST',
      path: '/api/v0/network_volume/',
      body: { disk_id: NO_ID },
    },
  ],
}
