import { expect } from 'vitest'
import type { Client } from './simulate.ts'

export const path = '/api/v0/instances/'

type Instance = Readonly<Record<string, unknown>>

export async function list(client: Client): Promise<readonly Instance[]> {
  const { status, body } = await client.get(path)
  const { instances_found, instances } = body as { instances_found: number; instances: readonly Instance[] }
  expect({ status, instances_found }).toEqual({ status: 200, instances_found: instances.length })
  return instances
}

export const env = `-p 8080:80 -e A=1 -p 53:53/udp -e B='two words' -p 8081:80 -p 22:22/tcp --shm-size 1g`

export const rows = {
  offers: [
    { id: 600, host_id: 1002 },
    { id: 601, host_id: 1002 },
    { id: 602, host_id: 1002 },
  ],
  instances: [
    { id: 33, user_id: 1001, offer_id: 600, env },
    { id: 31, user_id: 1001, offer_id: 601, actual_status: 'exited', env },
    { id: 32, user_id: 1002, offer_id: 602 },
  ],
}
