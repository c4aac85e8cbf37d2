import { createHash } from 'node:crypto'

/** A script that Redis runs in one step. */
export interface Script {
  readonly lua: string
  readonly sha: string
}

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
const SERVER = `local function server() return string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') end
`

/**
 * What becomes of an input, by its ID in the hash of runs:
 *
 * | value | |
 * |---|---|
 * | `>token` | started by the attempt with that token, and nothing more is known |
 * | `succeeded`, `failed` | ended |
 * | `unknown:entry` | may have run; the entry of the stream has its input |
 * | `again` | may have run, and somebody has asked to run it again |
 *
 * A server that was restarted, or a replica in its place, has another `run_id`, and may have forgotten starts.
 */
export const BEGIN = script(`${NOW}${SERVER}
local batch = redis.call('HMGET', KEYS[1], 'generation', 'server', 'until', 'unknownInARow', 'probe', 'stopped')
if batch[1] ~= ARGV[3] then return {'forgotten'} end
if batch[2] ~= server() then return {'restarted'} end
local before = redis.call('HGET', KEYS[2], ARGV[1])
if before == '>' .. ARGV[2] then return {'begun'} end
if before and before ~= 'again' then return {before} end
if batch[6] then return {'wait', 1000} end
local left = tonumber(batch[3] or 0) - now
if left > 0 then return {'wait', left} end
if tonumber(batch[4] or 0) >= tonumber(ARGV[4]) then
  if batch[5] then return {'wait', 500} end
  redis.call('HSET', KEYS[1], 'probe', ARGV[1])
end
redis.call('HSET', KEYS[2], ARGV[1], '>' .. ARGV[2])
return {'begun'}`)

/**
 * Records an outcome. What is known replaces what was unknown. Without a token, only what is open is settled. An unknown
 * outcome that says something of the service counts for the breaker, which is that of `runMany`.
 */
export const SETTLE = script(`${NOW}
local id, token, outcome = ARGV[1], ARGV[2], ARGV[3]
local before = redis.call('HGET', KEYS[2], id) or ''
local open = string.sub(before, 1, 1) == '>'
if token == '' then
  if not open then return {'settled'} end
elseif before == 'succeeded' or before == 'failed' or (open and before ~= '>' .. token) then
  return {'settled'}
end
local earlier = string.match(before, '^unknown:(.+)')
if earlier then
  if outcome == 'unknown' then return {'settled'} end
  redis.call('XDEL', KEYS[3], earlier)
  redis.call('HINCRBY', KEYS[1], 'unknown', -1)
end
local entry = redis.call('XADD', KEYS[3], '*', 'id', id, 'outcome', outcome, 'item', ARGV[4])
if outcome == 'refused' then redis.call('HDEL', KEYS[2], id)
else redis.call('HSET', KEYS[2], id, outcome == 'unknown' and 'unknown:' .. entry or outcome) end
redis.call('HINCRBY', KEYS[1], outcome, 1)
if outcome ~= 'unknown' then
  redis.call('HDEL', KEYS[1], 'unknownInARow', 'probes', 'probe', 'tries')
  return {entry, 0}
end
local probing = redis.call('HGET', KEYS[1], 'probe') == id
if ARGV[5] == '' and not probing then return {entry, 0} end
local count = redis.call('HINCRBY', KEYS[1], 'unknownInARow', 1)
if not probing and count ~= tonumber(ARGV[6]) then return {entry, 0} end
redis.call('HDEL', KEYS[1], 'probe')
local wait = ({5000, 20000, 60000})[redis.call('HINCRBY', KEYS[1], 'probes', 1)]
if not wait then return {entry, -1} end
local moment = math.max(now + math.floor(wait * (1 + ARGV[7] / 4)), tonumber(redis.call('HGET', KEYS[1], 'until') or 0))
redis.call('HSET', KEYS[1], 'until', moment, 'why', 'unknown')
return {entry, moment - now}`)

/** Takes a start back, since the input was certainly not received, and holds all inputs: until a moment, or with backoff. */
export const GIVE_BACK = script(`${NOW}
if redis.call('HGET', KEYS[2], ARGV[1]) == '>' .. ARGV[2] then redis.call('HDEL', KEYS[2], ARGV[1]) end
if redis.call('HGET', KEYS[1], 'probe') == ARGV[1] then redis.call('HDEL', KEYS[1], 'probe') end
local before = tonumber(redis.call('HGET', KEYS[1], 'until') or 0)
if ARGV[3] == '' then return math.max(0, before - now) end
local wait = tonumber(ARGV[4])
if not wait and before <= now then
  wait = math.min(60000, 250 * 2 ^ redis.call('HINCRBY', KEYS[1], 'tries', 1)) * (1 + ARGV[5] / 4)
end
local moment = now + math.ceil(wait or 0)
if moment <= before then return before - now end
redis.call('HSET', KEYS[1], 'until', moment, 'why', ARGV[3], 'since', now)
return moment - now`)

/** Notes which data this is and which server has it, unless that is noted. Returns what is noted. */
export const OPEN = script(`${SERVER}
redis.call('HSETNX', KEYS[1], 'generation', ARGV[1])
redis.call('HSETNX', KEYS[1], 'server', server())
return redis.call('HMGET', KEYS[1], 'generation', 'accepted')`)

/** Goes on with the data and the server that are there now. */
export const ACCEPT = script(`${SERVER}
redis.call('HSET', KEYS[1], 'server', server())
if ARGV[1] == '' then return end
redis.call('HSET', KEYS[1], 'accepted', redis.call('HGET', KEYS[1], 'generation') or '')
redis.call('HDEL', KEYS[1], 'stopped', 'until', 'why', 'unknownInARow', 'probes', 'probe', 'tries')`)

/** Lets an input run again of which nobody knows whether it ran. Returns whether it may. */
export const AGAIN = script(`
local before = redis.call('HGET', KEYS[2], ARGV[1])
if before == 'again' then return 1 end
if before ~= 'unknown:' .. ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], 'again')
redis.call('HINCRBY', KEYS[1], 'unknown', -1)
return 1`)

function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}
