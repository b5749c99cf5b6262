-- The ledger. Keys, after the prefix:
--   facts         stream of all facts; the ID is the position: f fact, k key, m name within the key, a time, s stamp
--   h:KEY         sorted set of the facts of a key by position
--   latest        hash of the latest state of each key
--   x:KIND        facts of a kind by time

local LATEST = '>I8I8I4i4i4i8'

local function factAt(P, position)
  local found = redis.call('XRANGE', P .. 'facts', position .. '-0', position .. '-0')
  if #found == 0 then
    return nil
  end
  local fields, values = found[1][2], {}
  for i = 1, #fields, 2 do
    values[fields[i]] = fields[i + 1]
  end
  return values
end

-- As `Fact.advances` in core.
local function advances(fact, before)
  if fact.attempt ~= before.attempt then
    return fact.attempt > before.attempt
  elseif fact.rank ~= before.rank then
    return fact.rank > before.rank
  elseif fact.standing ~= before.standing then
    return fact.standing > before.standing
  end
  return fact.at > before.at
end

local function latestOf(P, key)
  local bytes = redis.call('HGET', P .. 'latest', key)
  if not bytes then
    return nil
  end
  local before = {}
  before.position, before.version, before.attempt, before.rank, before.standing, before.at =
    struct.unpack(LATEST, bytes)
  return before
end

local function recordOne(P, meta, body)
  local fact, stamp, expired, kind, key, name = {}, nil, nil, nil, nil, nil
  stamp, fact.attempt, fact.rank, fact.standing, fact.at, expired, kind, key, name =
    struct.unpack('>c8I4i4i4i8i8I2c0I2c0I2c0', meta)
  local known = redis.call('ZSCORE', P .. 'h:' .. key, name)
  if known then
    local stored = factAt(P, known)
    -- The same call, whose answer was lost, gets the same answer.
    return stored and string.sub(stored.s, 1, 8) == stamp and string.sub(stored.s, 9) or 'D'
  end
  local before = latestOf(P, key)
  if before and before.at <= expired then
    before = nil
  end
  local moves = not before or advances(fact, before)
  local answer = moves and 'A' or 'S'
  local position = redis.call('HINCRBY', P .. 'n', 'position', 1)
  redis.call('XADD', P .. 'facts', position .. '-0', 'f', body, 'k', key, 'm', name, 'a', fact.at, 's', stamp .. answer)
  redis.call('ZADD', P .. 'h:' .. key, position, name)
  redis.call('ZADD', P .. 'x:' .. kind, fact.at, position)
  if moves then
    redis.call('HSET', P .. 'latest', key, struct.pack(LATEST, position, before and before.version + 1 or 1,
      fact.attempt, fact.rank, fact.standing, fact.at))
  end
  return answer
end

local function record(keys, args)
  local answers = {}
  for i = 1, #args, 2 do
    answers[#answers + 1] = recordOne(keys[1], args[i], args[i + 1])
  end
  return table.concat(answers)
end

-- ARGV: pairs of key and the time up to which its facts have expired.
local function latest(keys, args)
  local P, found = keys[1], {}
  for i = 1, #args, 2 do
    local state = latestOf(P, args[i])
    local fact = state and state.at > tonumber(args[i + 1]) and factAt(P, state.position)
    if fact then
      found[#found + 1] = { tostring(state.position), tostring(state.version), fact.f }
    end
  end
  return found
end

local function history(keys, args)
  local P, key, after, max, expired = keys[1], args[1], args[2], tonumber(args[3]), tonumber(args[4])
  local found = {}
  while #found < max do
    local some = redis.call('ZRANGEBYSCORE', P .. 'h:' .. key, '(' .. after, '+inf', 'WITHSCORES', 'LIMIT', 0, 64)
    for i = 2, #some, 2 do
      after = some[i]
      local fact = factAt(P, after)
      if fact and #found < max and tonumber(fact.a) > expired then
        found[#found + 1] = { after, fact.f }
      end
    end
    if #some < 128 then
      break
    end
  end
  return found
end

-- A page of all facts, at most `bytes` of them; the second part says whether more may follow.
local function tail(keys, args)
  local P, after, max, bytes, found = keys[1], args[1], tonumber(args[2]), tonumber(args[3]), {}
  while #found < max and bytes > 0 do
    local asked = math.min(128, max - #found)
    local some = redis.call('XRANGE', P .. 'facts', '(' .. after .. '-0', '+', 'COUNT', asked)
    for _, entry in ipairs(some) do
      after, bytes = string.match(entry[1], '^%d+'), bytes - #entry[2][2]
      found[#found + 1] = { after, entry[2][2] }
    end
    if #some < asked then
      return { found, 0 }
    end
  end
  return { found, 1 }
end

-- The position of the fact before the newest ones, found in steps so that little is held at once.
local function beforeNewest(keys, args)
  local left, from = tonumber(args[1]), '+'
  while true do
    local asked = math.min(512, left + 1)
    local some = redis.call('XREVRANGE', keys[1] .. 'facts', from, '-', 'COUNT', asked)
    if #some < asked then
      return '0'
    elseif left < asked then
      return string.match(some[#some][1], '^%d+')
    end
    left, from = left - #some, '(' .. some[#some][1]
  end
end

local function removeFact(P, position)
  local fact = factAt(P, position)
  if fact then
    redis.call('XDEL', P .. 'facts', position .. '-0')
    redis.call('ZREM', P .. 'h:' .. fact.k, fact.m)
    local state = latestOf(P, fact.k)
    if state and state.position == tonumber(position) then
      redis.call('HDEL', P .. 'latest', fact.k)
    end
  end
end

-- Deletes facts of a key; returns whether there may be more.
local function forget(keys, args)
  local P, key, kind = keys[1], args[1], args[2]
  local some = redis.call('ZRANGEBYSCORE', P .. 'h:' .. key, '-inf', args[3], 'WITHSCORES', 'LIMIT', 0, 256)
  for i = 2, #some, 2 do
    removeFact(P, some[i])
    redis.call('ZREM', P .. 'h:' .. key, some[i - 1])
    redis.call('ZREM', P .. 'x:' .. kind, some[i])
  end
  return #some == 512 and 1 or 0
end

-- Deletes expired facts. ARGV: max, then pairs of kind and the time up to which its facts have expired.
local function expire(keys, args)
  local P, max, count = keys[1], tonumber(args[1]), 0
  for i = 2, #args, 2 do
    local some = redis.call('ZRANGEBYSCORE', P .. 'x:' .. args[i], '-inf', args[i + 1], 'LIMIT', 0, max - count)
    for _, position in ipairs(some) do
      removeFact(P, position)
      redis.call('ZREM', P .. 'x:' .. args[i], position)
    end
    count = count + #some
    if count >= max then
      break
    end
  end
  return count
end

-- Blobs ------------------------------------------------------------------------------------------------------------

-- Deletes the entry of a blob if it starts with ARGV[1]. KEYS[1] is the prefix of the blob. Returns whether it was
-- there; a repeated try may have deleted it before.
local function drop(keys, args)
  local entry = redis.call('GET', keys[1] .. 'entry')
  if not entry then
    return tonumber(args[2])
  end
  if string.sub(entry, 1, #args[1]) ~= args[1] then
    return 0
  end
  return redis.call('UNLINK', keys[1] .. 'entry')
end

-- Proof of writes ----------------------------------------------------------------------------------------------------

-- A write that needs memory, as one of a new job does.
local function prove(keys)
  return redis.call('HINCRBY', keys[1] .. 'n', 'proofs', 1)
end

-- A write after those whose replication is asked for.
local function mark(keys)
  return redis.call('HINCRBY', keys[1] .. 'n', 'waits', 1)
end

-- Registration ---------------------------------------------------------------------------------------------------

-- While a library is loaded, Redis offers neither `pairs` nor `ipairs`.
local function register(flags, functions)
  for i = 1, #functions, 2 do
    redis.register_function({ function_name = PREFIX .. functions[i], callback = functions[i + 1], flags = flags })
  end
end

register({}, { 'append', append, 'publish', publish, 'record', record, 'prove', prove })
register({ 'no-writes' }, { 'events', events, 'find', find, 'attempts', attempts, 'request', request, 'list', list,
  'changes', changes, 'overdue', overdue, 'waiting', waiting, 'stats', stats, 'latest', latest, 'history', history,
  'tail', tail, 'before_newest', beforeNewest, 'weigh', weigh })
-- These free memory or finish work, so they also run when there is no memory left.
register({ 'allow-oom' }, { 'old', old, 'erase', erase, 'forget', forget, 'expire', expire, 'lease', lease,
  'extend', extend, 'apply', apply, 'pause', pause, 'drop', drop, 'mark', mark })
