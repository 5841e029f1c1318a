/**
 * A command that searches, without `fetch`: loading it takes a third of such a process.
 * It searches templates, and exits with 1 where that fails.
 * @param begin what it begins with: it has `url`, `key` and `search`
 * @param rest what it does then
 */
export const searching = ({ begin = 'await search()', rest = '' } = {}): readonly string[] => [
  process.execPath,
  '-e',
  `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env
   const search = async () => {
     const options = { headers: { authorization: 'Bearer ' + key }, signal: AbortSignal.timeout(2500) }
     const response = await new Promise((resolve, reject) =>
       require('node:http').get(url + '/api/v0/template/', options, resolve).on('error', reject))
     let body = ''
     for await (const part of response.setEncoding('utf8')) body += part
     if (response.statusCode !== 200) throw new Error('status ' + response.statusCode)
     return JSON.parse(body).templates.length
   }
   const main = async () => { ${begin}; ${rest} }
   main().catch((error) => { console.log(error.message); process.exit(1) })`,
]
