import { connect } from 'node:net'

/** Sends bytes as they are, and returns the head of what a server on this machine answers; '' if it cuts the connection. */
export function answerTo(port: number, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer to ${bytes.toString('latin1')}`)))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', (error) => (text === '' && 'code' in error && error.code === 'ECONNRESET' ? resolve('') : reject(error)))
    socket.on('close', () => resolve(text))
  })
}
