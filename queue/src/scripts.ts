/** Shared by the scripts: the rate limit of BullMQ holds all workers until a time. */
const LIMIT = `local EVERYTHING = '${Number.MAX_SAFE_INTEGER}'
local function held()
  if redis.call('GET', KEYS[4]) ~= EVERYTHING then return 0 end
  return redis.call('PTTL', KEYS[4])
end
local function hold(ms, why)
  if ms <= held() then return end
  redis.call('SET', KEYS[4], EVERYTHING, 'PX', math.ceil(ms))
  redis.call('HSET', KEYS[1], 'why', why)
end
`
const SERVER = `local function server() return string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') end
`

/** The field of the hash of runs that has the epoch. IDs of inputs have no such character. */
const EPOCH = '#epoch'

/**
 * The scripts. Redis runs each of them in one step. Their keys are the batch, the runs, the outcomes and the rate limit. The
 * hash of runs has the state of each input, by its ID:
 *
 * | value | |
 * |---|---|
 * | `>token` | started by the attempt with that token, and nothing more is known |
 * | `s mark`, `f mark` | succeeded or failed; the mark of the input says which one it was |
 * | `unknown:entry mark` | may have run; the entry of the stream has its input |
 * | `again` | may have run, and a caller has requested another run |
 *
 * A restarted server, or a replica that replaced it, has another `run_id`, and may have forgotten starts. The epoch is in both
 * hashes, because Redis can evict either of them.
 */
export const SCRIPTS = {
  /**
   * Returns the state of each input: known, claimed by another producer, or new, so that the caller counts it. The response of
   * BullMQ to an added job does not show this. A known input is returned with its data up to its mark. If a producer dies, its
   * claims expire.
   */
  claim: `
local prefix, token, states = ARGV[1], ARGV[2], {}
for at = 3, #ARGV do
  local id = ARGV[at]
  local claim = prefix .. 'adding:' .. id
  local known = redis.call('HGET', prefix .. id, 'data') or redis.call('HGET', KEYS[2], id)
  if known then states[at - 2] = 'known ' .. string.sub(known, 1, 50)
  elseif redis.call('SET', claim, token, 'NX', 'PX', 10000) or redis.call('GET', claim) == token then states[at - 2] = 'new'
  else states[at - 2] = 'claimed' end
end
return states`,

  /**
   * Records the start of an input, and returns what the attempt must do:
   *
   * - `begun`: send the input.
   * - `look`: compare the epoch first, because Redis may have lost a part of the queue.
   * - the state of the input, as in the table above: do not send it, because it was started before.
   * - `wait`: try again later. All inputs wait, or one of them (the probe) tries whether the service is well again.
   */
  begin: `${LIMIT}${SERVER}
local id, token, epoch, maxUnknown = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local batch = redis.call('HMGET', KEYS[1], 'epoch', 'server', 'stopped', 'unknownInARow', 'probe', 'forgotten')
if epoch == '' or batch[1] ~= epoch or batch[2] ~= server() or batch[6] then return 'look' end
if redis.call('HGET', KEYS[2], '${EPOCH}') ~= epoch then return 'look' end
local before = redis.call('HGET', KEYS[2], id)
if before == '>' .. token then return 'begun' end
if before and before ~= 'again' then return before end
if batch[3] then hold(1000, 'stopped') end
if held() > 0 then return 'wait' end
if tonumber(batch[4] or 0) >= maxUnknown then
  if batch[5] then
    hold(500, 'unknown')
    return 'wait'
  end
  redis.call('HSET', KEYS[1], 'probe', id)
end
redis.call('HSET', KEYS[2], id, '>' .. token)
return 'begun'`,

  /**
   * Records an outcome, and returns its entry in the stream of outcomes, or `settled` if nothing was recorded. A known outcome
   * replaces an unknown one. A lost input is settled only if it has no outcome yet.
   *
   * Several unknown outcomes in a row are a sign of trouble in the service. They count for the circuit breaker, which works like
   * the one of `runMany`: all inputs wait for 5, then 20, then 60 s, and up to a quarter longer. After each wait, one input is
   * sent as a probe. If the last probe has an unknown outcome too, the script also returns `stop`.
   */
  settle: `${LIMIT}
local id, token, outcome, item, lost, maxUnknown, jitter, mark = unpack(ARGV)
local before = redis.call('HGET', KEYS[2], id) or ''
local begun = before == '>' .. token
if lost == '1' and not begun then return {'settled'} end
if string.match(before, '^[sf]') or (not begun and string.sub(before, 1, 1) == '>') then return {'settled'} end
local earlier = string.match(before, '^unknown:(%S+)')
if earlier then
  if outcome == 'unknown' then return {'settled'} end
  redis.call('XDEL', KEYS[3], earlier)
  redis.call('HINCRBY', KEYS[1], 'unknown', -1)
end
local entry = redis.call('XADD', KEYS[3], '*', 'id', id, 'outcome', outcome, 'item', item)
if outcome == 'refused' then redis.call('HDEL', KEYS[2], id)
else redis.call('HSET', KEYS[2], id, (outcome == 'unknown' and 'unknown:' .. entry or string.sub(outcome, 1, 1)) .. ' ' .. mark) end
redis.call('HINCRBY', KEYS[1], outcome, 1)
if outcome ~= 'unknown' then
  redis.call('HDEL', KEYS[1], 'unknownInARow', 'probes', 'probe', 'tries')
  return {entry}
end
local probing = redis.call('HGET', KEYS[1], 'probe') == id
if maxUnknown == '' and not probing then return {entry} end
local count = redis.call('HINCRBY', KEYS[1], 'unknownInARow', 1)
if not probing and count ~= tonumber(maxUnknown) then return {entry} end
redis.call('HDEL', KEYS[1], 'probe')
local wait = ({5000, 20000, 60000})[redis.call('HINCRBY', KEYS[1], 'probes', 1)]
if not wait then return {entry, 'stop'} end
hold(wait * (1 + jitter / 4), 'unknown')
return {entry}`,

  /** Takes a start back, since the input was certainly not received, and holds all inputs: for a time, or with backoff. */
  giveBack: `${LIMIT}
local id, token, why, wait, jitter = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
if redis.call('HGET', KEYS[2], id) == '>' .. token then redis.call('HDEL', KEYS[2], id) end
if redis.call('HGET', KEYS[1], 'probe') == id then redis.call('HDEL', KEYS[1], 'probe') end
if why == '' then return end
if not wait and held() <= 0 then
  wait = math.min(60000, 250 * 2 ^ redis.call('HINCRBY', KEYS[1], 'tries', 1)) * (1 + jitter / 4)
end
hold(wait or 0, why)`,

  /** Returns what a process compares before it trusts the data of the queue. `toSight` names the parts of the reply. */
  look: `${SERVER}
local batch = redis.call('HMGET', KEYS[1], 'epoch', 'author', 'server', 'forgotten', 'kept')
return {
  batch[1] or '',
  batch[2] or '',
  batch[3] == server() and '1' or '',
  redis.call('HGET', KEYS[2], '${EPOCH}') == batch[1] and '1' or '',
  batch[4] or '',
  batch[5] or '',
}`,

  /** Begins the first epoch of a queue. Returns whether there was none, and no stop that a person has to lift. */
  create: `${SERVER}
local epoch, author, kept = ARGV[1], ARGV[2], ARGV[3]
local batch = redis.call('HMGET', KEYS[1], 'epoch', 'forgotten')
if batch[1] or batch[2] then return 0 end
redis.call('HSET', KEYS[1], 'epoch', epoch, 'author', author, 'server', server(), 'kept', kept)
redis.call('HSET', KEYS[2], '${EPOCH}', epoch)
return 1`,

  /** Notes that a server no longer writes everything to its disk, so that the queue stops at its next restart. */
  keepLess: `
if redis.call('HGET', KEYS[1], 'epoch') == ARGV[1] then redis.call('HSET', KEYS[1], 'kept', '') end`,

  /** Continues with the current server after a restart, because it has kept everything. */
  move: `${SERVER}
if redis.call('HGET', KEYS[1], 'epoch') == ARGV[1] then redis.call('HSET', KEYS[1], 'server', server()) end`,

  /** Stops the queue for a person to look at, unless a person has begun another epoch since the caller looked. */
  forget: `
local seen, reason = ARGV[1], ARGV[2]
if (redis.call('HGET', KEYS[1], 'epoch') or '') ~= seen then return 0 end
redis.call('HSET', KEYS[1], 'forgotten', reason, 'stopped', reason)
return 1`,

  /** Lifts a stop because of what Redis may have forgotten, by beginning another epoch. */
  lift: `${SERVER}
local epoch, kept = ARGV[1], ARGV[2]
redis.call('HSET', KEYS[1], 'epoch', epoch, 'author', 'person', 'server', server(), 'kept', kept)
redis.call('HSET', KEYS[2], '${EPOCH}', epoch)
redis.call('HDEL', KEYS[1], 'forgotten')`,

  /** Ends each stop and each wait, unless the queue was stopped because Redis may have forgotten something. Returns whether it did. */
  resume: `
if redis.call('HGET', KEYS[1], 'forgotten') then return 0 end
redis.call('HDEL', KEYS[1], 'stopped', 'why', 'unknownInARow', 'probes', 'probe', 'tries')
redis.call('DEL', KEYS[4])
return 1`,

  /** Holds all inputs for a second, so that workers of a queue that is not trusted do not take the same job in a loop. */
  holdAll: `${LIMIT}
hold(1000, 'stopped')`,

  /** Releases an input with an unknown outcome for another run. Returns whether this is possible. */
  again: `
local id, entry = ARGV[1], ARGV[2]
local before = redis.call('HGET', KEYS[2], id)
if before == 'again' then return 1 end
if string.match(before or '', '^unknown:(%S+)') ~= entry then return 0 end
redis.call('HSET', KEYS[2], id, 'again')
redis.call('HINCRBY', KEYS[1], 'unknown', -1)
return 1`,
} as const
