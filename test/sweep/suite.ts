/**
 * A command that searches templates, and exits with 1 where that fails.
 * @param begin what it begins with: it has `url`, `key` and `search`
 * @param rest what it does then
 */
export const searching = ({ begin = 'await search()', rest = '' } = {}): readonly string[] => [
  process.execPath,
  '-e',
  `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env
   const search = async () => {
     const response = await fetch(url + '/api/v0/template/', { headers: { authorization: 'Bearer ' + key }, signal: AbortSignal.timeout(5000) })
     if (!response.ok) throw new Error('status ' + response.status)
     return (await response.json()).templates.length
   }
   const main = async () => { ${begin}; ${rest} }
   main().catch((error) => { console.log(error.message); process.exit(1) })`,
]
