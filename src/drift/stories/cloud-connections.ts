import type { Story } from './story.ts'

const path = '/api/v0/users/cloud_integrations/'

export const cloudConnectionStory: Story = {
  probes: [
    { says: 'lists cloud connections', method: 'GET', path },
    { says: 'sends no key', method: 'GET', path, key: undefined },
    { says: 'sends a key that no user has', method: 'GET', path, key: 'rental-sim-drift-no-key' },
    { says: 'leaves out the slash', method: 'GET', path: path.replace(/\/$/, '') },
  ],
}
