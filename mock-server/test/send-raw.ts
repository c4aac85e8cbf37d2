import { connect } from 'node:net'

/** Sends raw bytes to a server on this machine. Returns the head of its response, or '' if the server closes the connection. */
export function sendRaw(port: number, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setTimeout(5000, () => socket.destroy(new Error(`no response to ${bytes.toString('latin1')}`)))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', (error) => (text === '' && 'code' in error && error.code === 'ECONNRESET' ? resolve('') : reject(error)))
    socket.on('close', () => resolve(text))
  })
}
