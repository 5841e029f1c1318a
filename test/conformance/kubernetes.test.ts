import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createSimulator } from '../../src/index.ts'

const FOLDER = 'deploy/kubernetes'
const kinds = { ConfigMap, Deployment, NetworkPolicy, Service, StatefulSet }

const files = readdirSync(FOLDER)
const documents = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS() as { kind: string }),
)

/** The object of Kubernetes, by the schema of its API. @throws where it does not keep to that */
function checked(document: { readonly kind: string }) {
  const Kind = kinds[document.kind as keyof typeof kinds]
  const object = new Kind(document as never)
  object.validate()
  return object
}

const objects = documents.map(checked)
const all = <T>(kind: new (...given: never[]) => T): readonly T[] =>
  objects.flatMap((each) => (each instanceof kind ? [each] : []))
const name = ({ metadata }: { readonly metadata?: { readonly name?: string } }) => metadata?.name ?? ''
const workloads = [...all(StatefulSet), ...all(Deployment)]

test('every object keeps to the schema of its kind', () => {
  expect(files.toSorted()).toEqual(['network-policy.yaml', 'nginx.yaml', 'simulators.yaml'])
  const counted = [ConfigMap, Deployment, NetworkPolicy, Service, StatefulSet].map((kind) => all<object>(kind).length)
  expect(counted).toEqual([3, 1, 2, 5, 1])
  expect(() =>
    checked({ ...documents.find(({ kind }) => kind === 'StatefulSet'), kind: 'StatefulSet', spec: {} } as never),
  ).toThrow('must have required property')
})

test('what an object names is there: config maps, ports, pods, the Service of the set', () => {
  const maps = new Set(all(ConfigMap).map(name))
  for (const { spec } of workloads) {
    const pod = spec?.template.spec
    const volumes = new Set(pod?.volumes?.map((volume) => volume.name))
    const mounted = pod?.volumes?.flatMap(({ configMap }) => configMap?.name ?? []) ?? []
    expect(maps).toEqual(new Set([...maps, ...mounted]))
    for (const { volumeMounts = [], ports = [], resources } of pod?.containers ?? []) {
      for (const mount of volumeMounts) expect(volumes).toContain(mount.name)
      expect(ports).toEqual([{ name: 'http', containerPort: 4010 }])
      expect(resources?.limits).toHaveProperty('memory')
    }
    expect(spec?.template.metadata?.labels).toEqual(spec?.selector.matchLabels)
  }
  const labels = workloads.map(({ spec }) => spec?.template.metadata?.labels)
  for (const { spec } of all(NetworkPolicy)) expect(labels).toContainEqual(spec?.podSelector?.matchLabels)
  const [set] = all(StatefulSet)
  const pods = Array.from({ length: set?.spec?.replicas ?? 0 }, (_, at) => `${name(set ?? {})}-${at}`)
  const selected = Object.fromEntries(all(Service).map((service) => [name(service), service.spec?.selector]))
  expect(selected).toEqual({
    'rental-sim': labels[1],
    [set?.spec?.serviceName ?? '']: labels[0],
    ...Object.fromEntries(pods.map((pod) => [pod, { 'statefulset.kubernetes.io/pod-name': pod }])),
  })
})

test('nginx has the shipped configuration, with the addresses of the pods', () => {
  const conf = all(ConfigMap).find((map) => name(map) === 'rental-sim-nginx')?.data?.['nginx.conf'] ?? ''
  const local = conf
    .replaceAll(/rental-sim-(\d):4010/g, (_, at: string) => `127.0.0.1:${4011 + Number(at)}`)
    .replace('listen 4010', 'listen 127.0.0.1:4010')
  const shipped = readFileSync('deploy/nginx.conf', 'utf8').replace(/^# nginx -c .*\n/m, '')
  expect(local).toBe(shipped)
})

test('one pod starts from its fixture, and its Service finds it', async () => {
  const [map, service, deployment] = parseAllDocuments(readFileSync('deploy/one-pod.yaml', 'utf8')).map((document) =>
    checked(document.toJS() as { kind: string }),
  ) as [ConfigMap, Service, Deployment]
  const pod = deployment.spec?.template
  expect(pod?.metadata?.labels).toMatchObject(service.spec?.selector ?? { none: '' })
  expect(pod?.spec?.volumes?.map(({ configMap }) => configMap?.name)).toEqual([map.metadata?.name])
  const [container] = pod?.spec?.containers ?? []
  expect(container?.ports).toEqual([{ containerPort: service.spec?.ports?.[0]?.port }])
  expect(container?.env).toEqual([{ name: 'RENTAL_SIM_FIXTURE', value: 'mine' }])
  const sim = createSimulator({ fixture: parse(map.data?.['mine.yaml'] ?? '') as object })
  const path = container?.readinessProbe?.httpGet?.path ?? ''
  expect((await sim.fetch(path)).status).toBe(200)
  const listed = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
  expect(listed.status).toBe(200)
})

const dataOf = (map: string): unknown =>
  parse(Object.values(all(ConfigMap).find((each) => name(each) === map)?.data ?? {})[0] ?? '')

test('the fixture and the scenario can be used', async () => {
  const { fetch } = createSimulator({
    fixture: dataOf('rental-sim-fixtures') as object,
    scenario: dataOf('rental-sim-scenarios') as object,
  })
  const list = () =>
    fetch(new Request('http://sim.test/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } }))
  expect((await list()).status).toBe(503)
})
