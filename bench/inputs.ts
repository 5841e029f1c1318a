import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const KEY = 'renter-key'
export const INSTANCES = 20

/** What a client sends to create a template. */
export const template = {
  name: 'trainer',
  image: 'pytorch/pytorch',
  tag: '2.9.1-cuda13.0-cudnn9-runtime',
  desc: 'Trains and serves a checkpoint page',
  env: '-e EPOCHS=3 -e LOG_LEVEL=info -p 6006:6006 -p 8080:8080/tcp',
  onstart: 'env >> /etc/environment; pip install -r requirements.txt; python train.py',
  runtype: 'ssh',
  ssh_direct: true,
  recommended_disk_space: 32,
  extra_filters: { num_gpus: { gte: 2 }, reliability2: { gte: 0.98 } },
}

const env = [
  ...Array.from({ length: 12 }, (_, at) => `-e TRAINING_SETTING_${at}=value-of-the-setting-${at}`),
  ...Array.from({ length: 6 }, (_, at) => `-p ${30_000 + at}:${8080 + at}`),
].join(' ')

const onstart = [
  '#!/bin/bash',
  'set -euo pipefail',
  'env >> /etc/environment',
  'mkdir -p /workspace/checkpoints /workspace/logs',
  'pip install --no-cache-dir -r /workspace/requirements.txt',
  'python -m trainer.fetch --dataset /workspace/data --workers 8',
  'python -m trainer.run --config /workspace/config.yaml --resume latest 2>&1 | tee /workspace/logs/train.log &',
  'tensorboard --logdir /workspace/logs --host 0.0.0.0 --port 6006 &',
].join('\n')

/** More disks than connections: each lists the one that has its number. */
const DISKS = 64
export const OFFERS_TO_RENT = 500
const TEMPLATES = 2000
/** A template that every user of the fixture may rent with. */
export const HASH = '4e17788f74f075dd9aab7d0d4427968f'

const numbered = <T>(count: number, row: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => row(at))
const renter = { id: 1001, name: 'renter', api_keys: [{ key: KEY }] }

/** A user with twenty rented machines, as full as real ones (about 70 KB of JSON), among 2,000 templates. */
export const fixture = {
  users: [renter],
  offers: numbered(INSTANCES + OFFERS_TO_RENT, (at) => ({ id: 5000 + at })),
  instances: numbered(INSTANCES, (at) => ({
    id: 100 + at,
    user_id: 1001,
    offer_id: 5000 + at,
    label: `training run ${at}`,
    image: 'pytorch/pytorch:2.9.1-cuda13.0-cudnn9-runtime',
    env,
    onstart,
    runtype: 'ssh_direct',
    disk_space: 64,
  })),
  templates: [{ id: 9001, creator_id: 1001, hash_id: HASH, name: 'mine', image: 'pytorch/pytorch', env }],
  network_disks: numbered(DISKS, (at) => ({ id: 100 + at, user_id: 1001, size: 4000 })),
  endpoint_groups: [
    {
      id: 4242,
      user_id: 1001,
      endpoint_name: 'llama',
      min_load: 0,
      target_util: 0.9,
      cold_mult: 2.5,
      cold_workers: 5,
      max_workers: 20,
    },
  ],
  cloud_connections: [
    { id: 1, user_id: 1001, cloud_type: 's3', name: 'models' },
    { id: 2, user_id: 1001, cloud_type: 'drive', name: 'notebooks' },
  ],
  generate: { network_volume_offers: 100, templates: TEMPLATES },
}

/** What reads are answered, as texts, for servers that send them as they are. */
export interface Ready {
  readonly list: string
  readonly clouds: string
  readonly volumes: string
  readonly templates: string
}

/** The answers that contenders give, as the simulator gave them, and files of them. */
export interface Inputs {
  readonly list: string
  readonly created: string
  readonly listFile: string
  readonly readyFile: string
  readonly fixtureFile: string
}

const root = mkdtempSync(join(tmpdir(), 'rental-sim-bench-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))

/** An empty folder that goes when the bench ends. */
export const newFolder = (): string => mkdtempSync(join(root, 'run-'))

export function writeJson(name: string, value: unknown): string {
  const file = join(newFolder(), name)
  writeFileSync(file, JSON.stringify(value))
  return file
}
