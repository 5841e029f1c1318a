/** What a test says in each call, in types that no generator made. */
export interface Requests {
  networkVolumesList: { disk_id: number; price_disk?: number; size?: number; end_date?: number }
  networkVolumesSearch: {
    q: {
      order?: [string, 'asc' | 'desc'][]
      limit?: number
      verified?: { eq: boolean }
      geolocation?: { in: string[] }
      duration?: { gte: number }
    }
  }
  networkVolumesUnlist: { id: number }
  templatesSearch: { select_filters?: string }
  templatesCreate: {
    name: string
    image: string
    env?: string
    runtype?: 'ssh' | 'jupyter'
    jupyter_dir?: string | null
  }
  templatesEdit: { hash_id: string; desc?: string; recommended_disk_space?: number }
  templatesDelete: { template_id: number }
  instancesCreate: {
    id: number
    body: {
      template_hash_id?: string
      image?: string
      env?: string
      disk?: number
      runtype?: 'args' | 'ssh_direct'
      volume_info?: { create_new: boolean; volume_id: number; size?: number; mount_path: string }
    }
  }
  instancesList: undefined
  endpointGroupsUpdate: { id: number; body: { min_load?: number; target_util?: number; endpoint_name?: string } }
  cloudConnectionsList: undefined
}

/** A status, and what was read of the answer through its type. */
export interface Outcome {
  readonly status: number
  readonly read: string
}

/** The eleven calls, by operation id. */
export type Calls = { [Id in keyof Requests]: (request: Requests[Id]) => Promise<Outcome> }

/** Where a client calls, and with which headers. */
export interface Caller {
  readonly baseUrl: string
  readonly headers: { readonly Authorization: string; readonly 'Content-Type'?: string }
}
