-- Events, reads, queues and deletion; see records.lua.

-- Events ---------------------------------------------------------------------------------------------------------

local function publish(keys, args)
  local P, now, ref, attempt = keys[1], clock(args[1]), args[2], tonumber(args[3])
  local h = load(P, ref)
  if not isHeld(h, attempt, now) then
    return -1
  end
  local stream, added = P .. 'e:' .. ref, 0
  for i = 4, #args, 2 do
    -- A stream refuses an ID at or below its last one: the event is a repeat.
    local stored = redis.pcall('XADD', stream, attempt .. '-' .. args[i], 'e', args[i + 1], 't', now)
    if type(stored) == 'string' then
      added = added + 1
    elseif not string.find(stored.err, 'equal or smaller', 1, true) then
      error(stored.err)
    end
  end
  if added > 0 then
    if h.events == 0 then
      h.events = 1
      save(P, ref, h)
    end
    local w = writes(P)
    tell(w, 'e', ref)
    write(w)
  end
  return added
end

local function events(keys, args)
  local P, ref, max, bytes = keys[1], args[1], tonumber(args[3]), tonumber(args[4])
  local h, from, found, weight = load(P, ref), args[2], {}, 0
  if not h then
    return { 1, found }
  end
  while #found < max and weight < bytes do
    local some = redis.call('XRANGE', P .. 'e:' .. ref, from, '+', 'COUNT', math.min(64, max - #found))
    for _, entry in ipairs(some) do
      found[#found + 1] = { entry[1], entry[2][2], entry[2][4] }
      from, weight = '(' .. entry[1], weight + #entry[2][2]
    end
    if #some < 64 then
      break
    end
  end
  return { isTerminal(h.state) and 1 or 0, found }
end

-- Reads ----------------------------------------------------------------------------------------------------------

local function jobOf(P, ref)
  local found = redis.call('HMGET', P .. 'j:' .. ref, 's', 'd', 'r', 'f')
  return found[1] and { ref, found[1], found[2], found[3], found[4] }
end

local function jobsOf(P, refs)
  local jobs = {}
  for _, ref in ipairs(refs) do
    jobs[#jobs + 1] = jobOf(P, ref) or nil
  end
  return jobs
end

local function find(keys, args)
  local P, now, jobs = keys[1], clock(args[1]), {}
  for i = 2, #args do
    jobs[#jobs + 1] = jobOf(P, args[i]) or nil
  end
  return { tostring(now), jobs }
end

local function attempts(keys, args)
  local P, ref, found = keys[1], args[1], {}
  local h = load(P, ref)
  if h then
    for i = math.max(1, h.attempt - ATTEMPTS_KEPT), h.attempt do
      local attempt = redis.call('HGET', P .. 'j:' .. ref, 'a' .. i)
      if attempt then
        found[#found + 1] = { tostring(i), attempt }
      end
    end
  end
  return found
end

local function request(keys, args)
  local entry = redis.call('HGET', keys[1] .. 'req', args[1] .. SEPARATOR .. args[2])
  if not entry then
    return false
  end
  local _, id = struct.unpack(REQUEST, entry)
  return id
end

-- Some jobs of lists, newest first, that are in one of the states. ARGV: now, tenant, before, states, how many to
-- look at, then names of lists; without names all queues of the tenant.
local function list(keys, args)
  local P, now, tenant, before, states, most = keys[1], clock(args[1]), args[2], args[3], args[4], tonumber(args[5])
  local rows, lists = {}, {}
  for i = 6, #args do
    lists[#lists + 1] = args[i]
  end
  if #lists == 0 then
    for _, queue in ipairs(redis.call('SMEMBERS', P .. 'qs:' .. tenant)) do
      lists[#lists + 1] = 'b:' .. tenant .. SEPARATOR .. queue
    end
  end
  for _, name in ipairs(lists) do
    local some = redis.call('ZREVRANGEBYSCORE', P .. name, before, '-inf', 'WITHSCORES', 'LIMIT', 0, most)
    for i = 1, #some, 2 do
      rows[#rows + 1] = { some[i], tonumber(some[i + 1]) }
    end
  end
  table.sort(rows, function(one, other) return one[2] > other[2] end)
  local jobs, last, bytes = {}, '', 0
  for i = 1, math.min(most, #rows) do
    last = tostring(rows[i][2])
    local h = load(P, rows[i][1])
    if h and string.find(states, tostring(seen(h, now)), 1, true) then
      local job = jobOf(P, rows[i][1])
      job[6] = last
      jobs[#jobs + 1], bytes = job, bytes + #job[3] + #(job[4] or '')
      if bytes > 4194304 then
        return { tostring(now), jobs, last }
      end
    end
  end
  return { tostring(now), jobs, #rows >= most and last or '' }
end

local function changes(keys, args)
  local P, now, after, max, most = keys[1], clock(args[1]), args[2], tonumber(args[3]), tonumber(args[4])
  local found = redis.call('ZRANGEBYSCORE', P .. 'feed', '(' .. after, '+inf', 'WITHSCORES', 'LIMIT', 0, max)
  local rows, bytes = {}, 0
  for i = 1, #found, 2 do
    local job = jobOf(P, found[i]) or { found[i] }
    rows[#rows + 1], bytes = { found[i + 1], job }, bytes + #(job[3] or '') + #(job[4] or '')
    if bytes >= most then
      break
    end
  end
  local counters = redis.call('HMGET', P .. 'n', 'dropped', 'number')
  return { tostring(now), counters[1] or '0', rows, counters[2] or '0' }
end

local function overdue(keys, args)
  local P, now, max = keys[1], clock(args[1]), tonumber(args[2])
  local refs = redis.call('ZRANGEBYSCORE', P .. 'run', '-inf', now, 'LIMIT', 0, max)
  for _, ref in ipairs(redis.call('ZRANGEBYSCORE', P .. 'dl', '-inf', '(' .. now, 'LIMIT', 0, max - #refs)) do
    refs[#refs + 1] = ref
  end
  return { tostring(now), jobsOf(P, refs) }
end

local function waiting(keys, args)
  local P, now, queue, before, max = keys[1], clock(args[1]), args[2], tonumber(args[3]), tonumber(args[4])
  local refs = {}
  for i = 1, LANES do
    local passed = 0
    while #refs < max do
      local some = redis.call('ZRANGEBYSCORE', laneKey(P, i - 1, queue), '-inf', '(' .. math.min(before, now + 1),
        'LIMIT', passed, 64)
      for _, one in ipairs(some) do
        local _, deadline = struct.unpack('>I8I8', one)
        if #refs < max and (deadline == 0 or now <= deadline) then
          refs[#refs + 1] = string.sub(one, 17)
        end
      end
      passed = passed + #some
      if #some < 64 then
        break
      end
    end
  end
  return { tostring(now), jobsOf(P, refs) }
end

-- Queues ---------------------------------------------------------------------------------------------------------

-- A queue without jobs that is not paused is not known.
local function forgetEmptyQueue(P, tenant, name)
  local queue = tenant .. SEPARATOR .. name
  if redis.call('EXISTS', P .. 'b:' .. queue) == 0 and redis.call('HGET', P .. 'q:' .. queue, 'paused') ~= '1' then
    redis.call('UNLINK', P .. 'q:' .. queue)
    redis.call('SREM', P .. 'qs:' .. tenant, name)
  end
end

local function forgetUnusedTenant(P, tenant)
  if tonumber(redis.call('HGET', P .. 'u:' .. tenant, 'jobs') or 0) == 0 then
    redis.call('UNLINK', P .. 'u:' .. tenant)
  end
end

local function pause(keys, args)
  local P, queue = keys[1], args[1] .. SEPARATOR .. args[2]
  redis.call('HSET', P .. 'q:' .. queue, 'paused', args[3])
  redis.call('SADD', P .. 'qs:' .. args[1], args[2])
  forgetEmptyQueue(P, args[1], args[2])
  local w = writes(P)
  tell(w, 'q', queue)
  write(w)
  return 1
end

local function oldest(P, queue, now)
  local first = 0
  for i = 1, LANES do
    local _, since = lane(P, i - 1, queue, now).head()
    if since and (first == 0 or since < first) then
      first = since
    end
  end
  return first == 0 and 0 or now - first
end

local function statsOf(P, tenant, name, now)
  local queue = tenant .. SEPARATOR .. name
  local found = redis.call('HMGET', P .. 'q:' .. queue, 'paused', 'running', 'dead')
  local ready, later = 0, 0
  for i = 1, LANES do
    local key = laneKey(P, i - 1, queue)
    ready = ready + redis.call('ZCOUNT', key, '-inf', now)
    later = later + redis.call('ZCOUNT', key, '(' .. now, '+inf')
  end
  return { name, found[1] or '0', tostring(ready), found[2] or '0', tostring(later), found[3] or '0',
    tostring(oldest(P, queue, now)) }
end

-- ARGV: now, tenant, and a queue or nothing for all queues.
local function stats(keys, args)
  local P, now, tenant, all = keys[1], clock(args[1]), args[2], {}
  if args[3] then
    return { statsOf(P, tenant, args[3], now) }
  end
  for _, queue in ipairs(redis.call('SMEMBERS', P .. 'qs:' .. tenant)) do
    all[#all + 1] = statsOf(P, tenant, queue, now)
  end
  return all
end

-- Memory ---------------------------------------------------------------------------------------------------------

-- The number of finished jobs, and the number and bytes of a few of them with their events.
local function weigh(keys)
  local P, finished, sampled, bytes = keys[1], 0, 0, 0
  for state = COMPLETED, DEAD do
    finished = finished + redis.call('ZCARD', P .. 'end:' .. state)
    for _, ref in ipairs(redis.call('ZRANDMEMBER', P .. 'end:' .. state, 4)) do
      sampled = sampled + 1
      bytes = bytes + (redis.call('MEMORY', 'USAGE', P .. 'j:' .. ref) or 0)
        + (redis.call('MEMORY', 'USAGE', P .. 'e:' .. ref) or 0)
    end
  end
  return { finished, sampled, bytes }
end

-- Deletion -------------------------------------------------------------------------------------------------------

local function dropDeletions(P, before, max)
  local refs = redis.call('ZRANGEBYSCORE', P .. 'gone', '-inf', '(' .. before, 'LIMIT', 0, max)
  local dropped = tonumber(redis.call('HGET', P .. 'n', 'dropped') or 0)
  for _, ref in ipairs(refs) do
    dropped = math.max(dropped, tonumber(redis.call('ZSCORE', P .. 'feed', ref) or 0))
    redis.call('ZREM', P .. 'feed', ref)
    redis.call('ZREM', P .. 'gone', ref)
  end
  if #refs > 0 then
    redis.call('HSET', P .. 'n', 'dropped', dropped)
  end
end

-- Deletes old events, deletions and request IDs, and returns finished jobs whose retention has ended.
-- ARGV: now, max, limit of events, limit of deletions, then the limit of each state from COMPLETED to DEAD.
local function old(keys, args)
  local P, now, max = keys[1], clock(args[1]), tonumber(args[2])
  for _, ref in ipairs(redis.call('ZRANGEBYSCORE', P .. 'ev', '-inf', '(' .. (now - args[3]), 'LIMIT', 0, max)) do
    redis.call('UNLINK', P .. 'e:' .. ref)
    redis.call('ZREM', P .. 'ev', ref)
  end
  dropDeletions(P, now - args[4], max)
  for _, field in ipairs(redis.call('ZRANGEBYSCORE', P .. 'reqx', '-inf', now, 'LIMIT', 0, max)) do
    redis.call('HDEL', P .. 'req', field)
    redis.call('ZREM', P .. 'reqx', field)
  end
  local refs = {}
  for state = COMPLETED, DEAD do
    local before = '(' .. (now - args[2 + state])
    for _, ref in ipairs(redis.call('ZRANGEBYSCORE', P .. 'end:' .. state, '-inf', before, 'LIMIT', 0, max - #refs)) do
      refs[#refs + 1] = ref
    end
  end
  return { tostring(now), jobsOf(P, refs) }
end

local function retireRequest(P, ref, h, now, kept)
  if h.request == '' then
    return
  end
  local field = tenantOf(ref) .. SEPARATOR .. h.request
  local entry = redis.call('HGET', P .. 'req', field)
  if not entry then
    return
  end
  local fingerprint, id, created = struct.unpack(REQUEST, entry)
  if id ~= string.sub(ref, 1, 16) then
    return
  end
  if h.created + kept > now then
    redis.call('HSET', P .. 'req', field, struct.pack(REQUEST, fingerprint, id, created, h.state, h.created + kept))
    redis.call('ZADD', P .. 'reqx', h.created + kept, field)
  else
    redis.call('HDEL', P .. 'req', field)
  end
end

-- Deletes finished jobs that have not changed since they were read. ARGV: now, how long request IDs are kept, then
-- pairs of ref and time of the last change. Answers D deleted, M missing, N not finished, C changed.
local function erase(keys, args)
  local P, now, kept, answers = keys[1], clock(args[1]), tonumber(args[2]), {}
  local w, erased = writes(P), {}
  for i = 3, #args, 2 do
    local ref = args[i]
    isolate(w, ref)
    local key, h = P .. 'j:' .. ref, load(P, ref)
    if not h then
      answers[#answers + 1] = 'M'
    elseif not isTerminal(h.state) then
      answers[#answers + 1] = 'N'
    elseif h.updated ~= tonumber(args[i + 1]) then
      answers[#answers + 1] = 'C'
    else
      local texts = redis.call('HGET', key, 't')
      for _, text in ipairs(texts and textKeys(P, ref, texts) or {}) do
        remove(w, text, ref)
      end
      leave(w, ref, h)
      retireRequest(P, ref, h, now, kept)
      remove(w, P .. 'b:' .. queueOf(ref, h), ref)
      redis.call('UNLINK', key, P .. 'e:' .. ref)
      changed(w, ref)
      add(w, P .. 'gone', now, ref)
      tell(w, 'e', ref)
      erased[queueOf(ref, h)] = { tenantOf(ref), h.queue }
      answers[#answers + 1] = 'D'
    end
  end
  write(w)
  for _, queue in pairs(erased) do
    forgetEmptyQueue(P, queue[1], queue[2])
    forgetUnusedTenant(P, queue[1])
  end
  return table.concat(answers)
end
