/** A browser asks whether a page of another origin may call: it may. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Sim-Sandbox',
      'Access-Control-Max-Age': '600',
    },
  })
