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

/** Twenty rented machines of one user, as full as real ones: about 70 KB of JSON. */
export const listFixture = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: KEY }] }],
  offers: Array.from({ length: INSTANCES }, (_, at) => ({ id: 5000 + at })),
  instances: Array.from({ length: INSTANCES }, (_, at) => ({
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
}

export const offersFixture = (count: number) => ({
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: KEY }] }],
  generate: { network_volume_offers: count },
})

/** The answers that contenders give, as the simulator gave them, and files of them. */
export interface Inputs {
  readonly list: string
  readonly created: string
  readonly listFile: string
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
