// A minimal Node server for the baseline: sends the files named on the command line, by path. Prints its URL.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = new Map(process.argv.slice(2).map((file, index) => [`/${index}`, readFileSync(file)]))

const server = createServer((request, response) => {
  const body = answers.get(request.url)
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`))
