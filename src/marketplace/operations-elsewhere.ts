import { fitsTemplate } from '../kernel/path.ts'

/** An operation of the real service. */
export interface OperationElsewhere {
  readonly method: string
  /** Without the slash at its end. */
  readonly path: string
  readonly name: string
}

/** As its public reference names them (github.com/vast-ai/docs, api-reference/openapi.yaml, November 2026). */
const inReference = `
PUT /api/v0/asks/{id} create instance
GET /api/v0/auth/apikeys show api keys
POST /api/v0/auth/apikeys create api-key
DELETE /api/v0/auth/apikeys/{id} delete api key
GET /api/v0/benchmarks search benchmarks
POST /api/v0/bundles search offers
GET /api/v0/charges show charges
DELETE /api/v0/commands/copy_direct cancel copy
PUT /api/v0/commands/copy_direct copy
DELETE /api/v0/commands/rclone cancel sync
POST /api/v0/commands/rclone cloud copy
PUT /api/v0/commands/transfer_credit transfer credit
GET /api/v0/deployment/{id} show deployment
POST /api/v0/deployment/{id}/start start deployment
POST /api/v0/deployment/{id}/stop stop deployment
GET /api/v0/deployments show deployments
GET /api/v0/endptjobs show endpoints
POST /api/v0/endptjobs create endpoint
DELETE /api/v0/endptjobs/{id} delete endpoint
PUT /api/v0/endptjobs/{id} update endpoint
GET /api/v0/instances/balance/{id} show deposit
PUT /api/v0/instances/bid_price/{id} change bid
PUT /api/v0/instances/command/{id} execute
PUT /api/v0/instances/prepay/{id} prepay instance
PUT /api/v0/instances/reboot/{id} reboot instance
PUT /api/v0/instances/recycle/{id} recycle instance
PUT /api/v0/instances/request_logs/{id} show logs
DELETE /api/v0/instances/{id} destroy instance
GET /api/v0/instances/{id} show instance
PUT /api/v0/instances/{id} manage instance
GET /api/v0/instances/{id}/ssh show ssh-keys
POST /api/v0/instances/{id}/ssh attach ssh-key
DELETE /api/v0/instances/{id}/ssh/{ssh_key_id} detach ssh-key
GET /api/v0/machines show machines
PUT /api/v0/machines/create_asks list machine
PUT /api/v0/machines/create_bids set defjob
DELETE /api/v0/machines/{machine_id}/asks unlist machine
PUT /api/v0/machines/{machine_id}/cancel_maint cancel maint
PUT /api/v0/machines/{machine_id}/cleanup cleanup machine
DELETE /api/v0/machines/{machine_id}/defjob remove defjob
PUT /api/v0/machines/{machine_id}/dnotify schedule maint
PUT /api/v0/machines/{machine_id}/minbid set min-bid
GET /api/v0/machines/{machine_id}/reports show reports
GET /api/v0/metrics/gpu/current show gpu metrics
GET /api/v0/metrics/gpu/history show gpu trends
GET /api/v0/metrics/gpu/locations show gpu locations
GET /api/v0/notification-types list notification types
DELETE /api/v0/secrets delete env var
GET /api/v0/secrets show env vars
POST /api/v0/secrets create env-var
PUT /api/v0/secrets update env var
GET /api/v0/ssh show ssh keys
POST /api/v0/ssh create ssh-key
DELETE /api/v0/ssh/{id} delete ssh key
PUT /api/v0/ssh/{id} update ssh key
GET /api/v0/subaccounts show subaccounts
DELETE /api/v0/team destroy team
POST /api/v0/team create team
POST /api/v0/team/invite invite team member
GET /api/v0/team/members show team members
DELETE /api/v0/team/members/{id} remove team member
POST /api/v0/team/roles create team role
GET /api/v0/team/roles-full show team roles
DELETE /api/v0/team/roles/{name} remove team role
GET /api/v0/team/roles/{name} show team role
PUT /api/v0/team/roles/{name} update team role
DELETE /api/v0/template delete template
GET /api/v0/template search templates
POST /api/v0/template create template
PUT /api/v0/template edit template
POST /api/v0/users create subaccount
PUT /api/v0/users set user
GET /api/v0/users/cloud_integrations show connections
GET /api/v0/users/current show user
GET /api/v0/users/{user_id}/ipaddrs show ipaddrs
GET /api/v0/users/{user_id}/machine-earnings show earnings
GET /api/v0/users/{user_id}/notification-prefs get notification preferences
PUT /api/v0/users/{user_id}/notification-prefs update notification preferences
DELETE /api/v0/volumes delete volume
GET /api/v0/volumes list volumes
PUT /api/v0/volumes rent volume
POST /api/v0/volumes/search search volumes
POST /api/v0/volumes/unlist unlist volume
GET /api/v0/webhooks list notification webhooks
POST /api/v0/webhooks create notification webhook
DELETE /api/v0/webhooks/{id} delete notification webhook
PUT /api/v0/webhooks/{id} update notification webhook
POST /api/v0/webhooks/{id}/rotate-secret rotate notification webhook secret
POST /api/v0/webhooks/{id}/test test notification webhook
GET /api/v0/workergroups show workergroup
POST /api/v0/workergroups create workergroup
DELETE /api/v0/workergroups/{id} delete workergroup
PUT /api/v0/workergroups/{id} update workergroup
GET /api/v1/instances show instances
GET /api/v1/invoices show invoices
POST /get_endpoint_logs get endpoint logs
POST /get_endpoint_workers get endpoint workers
POST /get_workergroup_logs get workergroup logs
POST /get_workergroup_workers get workergroup workers
POST /route route`

/** What public clients call besides. */
const inClients = `
POST /api/v0/asks/bulk create several instances
GET /api/v0/audit_logs show audit logs
GET /api/v0/autojobs show workergroup
POST /api/v0/autojobs create workergroup
DELETE /api/v0/autojobs/{id} delete workergroup
PUT /api/v0/autojobs/{id} update workergroup
GET /api/v0/bundles search offers, older client
POST /api/v0/cluster create cluster
PUT /api/v0/cluster join cluster
DELETE /api/v0/cluster delete cluster
DELETE /api/v0/cluster/remove_machine remove machine from cluster
GET /api/v0/clusters show clusters
GET /api/v0/commands/schedule_job show scheduled jobs
GET /api/v0/endptjobs/{id} show endpoint
DELETE /api/v0/instances destroy several instances
PUT /api/v0/instances change several instances
PUT /api/v0/instances/update_template/{id} update template of instance
GET /api/v0/invoices show invoices, before v1
GET /api/v0/overlay show overlays
POST /api/v0/overlay create overlay
PUT /api/v0/overlay join overlay
DELETE /api/v0/overlay delete overlay
PUT /api/v0/search/asks search offers, newest client
GET /api/v0/tfa/status show two-factor status
GET /api/v0/users/current/invoices show invoices of the account
GET /api/v0/users/me/created-templates show own templates
GET /api/v0/users/me/invoices show invoices, newest client
POST /api/v0/volumes/copy clone volume`

/** The operations that the real service is known to have, whether they are simulated or not. */
const operationsElsewhere: readonly OperationElsewhere[] = `${inReference}${inClients}`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...name] = line.split(' ')
    return { method, path, name: name.join(' ') }
  })

/** The operation of the real service that a request is for; a path that is spelled out goes before one with parameters. */
export const operationElsewhere = (method: string, path: string): OperationElsewhere | undefined =>
  operationsElsewhere
    .filter((each) => each.method === (method === 'HEAD' ? 'GET' : method) && fitsTemplate(path, each.path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
