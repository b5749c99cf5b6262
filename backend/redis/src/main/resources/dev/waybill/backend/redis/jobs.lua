-- The atomic steps of jobs. KEYS[1] is the prefix of a shard, such as `waybill:{0}:`: all keys of a shard
-- have the same hash tag. ARGV[1] is the time in milliseconds, or empty for the time of this server.
--
-- A job is known by its ref: 16 bytes of its ID, then its tenant. A queue is known by its tenant, a zero byte and
-- its name. Keys, after the prefix:
--   j:REF         hash of a job: s state, d draft, a<n> attempts, r result, f failure, t texts for lists
--   z:L:QUEUE     lane L of a queue: sorted set of waiting jobs by ready time, then by arrival
--   q:QUEUE       hash of a queue: paused, picks, running, dead
--   qs:TENANT     the queues of a tenant
--   b:QUEUE, bd:QUEUE, t:N:TENANT/TEXT   jobs by creation: of a queue, dead ones of a queue, with a text
--   run, dl       running jobs by the end of their lease, waiting jobs by their deadline
--   end:STATE, ev finished jobs by the time of their end; ev has those with events
--   e:REF         stream of the events of a job, with IDs attempt-sequence
--   req, reqx     request IDs, and those of pruned jobs by expiry
--   feed, gone    jobs by their last change, deleted jobs by the time of deletion
--   u:TENANT, n   use of a tenant; counters of the shard
--   news          stream of wake-ups, took: stream of the latest leases by the stamp of their call

local QUEUED, RUNNING, COMPLETED, CANCELLED, DEAD = 1, 2, 3, 5, 6
local ERROR, ENDED_CANCELLED, CRASHED, NO_ENDING = 1, 5, 6, 255
local LANES, AGING_EVERY, AGING_AFTER = 3, 10, 30000
local ATTEMPTS_KEPT, STAMPS_KEPT = 100, 4
local NEWS_KEPT, LEASES_KEPT = 4096, 1024
local NEVER = 9007199254740992

-- Between the parts of a name; no part contains it.
local SEPARATOR = '\0'

local HEADER = '>BBBBI4I4I4I4I8I8I8I8I8I8I8I8I8I8I8I2c0I2c0I2c0I2c0'

local function clock(given)
  if given ~= '' then
    return tonumber(given)
  end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function pack(h)
  return struct.pack(HEADER, h.state, h.lane, h.cancel, h.events, h.attempt, h.generation, h.errors, h.crashes,
    h.created, h.runAt, h.updated, h.leaseUntil, h.started, h.ready, h.arrival, h.born, h.deadline, h.timeout,
    h.size, #h.queue, h.queue, #h.worker, h.worker, #h.request, h.request, #h.stamps, h.stamps)
end

local function unpackHeader(bytes)
  local h = {}
  h.state, h.lane, h.cancel, h.events, h.attempt, h.generation, h.errors, h.crashes, h.created, h.runAt, h.updated,
    h.leaseUntil, h.started, h.ready, h.arrival, h.born, h.deadline, h.timeout, h.size, h.queue, h.worker,
    h.request, h.stamps = struct.unpack(HEADER, bytes)
  return h
end

local function load(P, ref)
  local bytes = redis.call('HGET', P .. 'j:' .. ref, 's')
  return bytes and unpackHeader(bytes)
end

local function save(P, ref, h)
  redis.call('HSET', P .. 'j:' .. ref, 's', pack(h))
end

local function tenantOf(ref)
  return string.sub(ref, 17)
end

local function queueOf(ref, h)
  return tenantOf(ref) .. SEPARATOR .. h.queue
end

local function laneKey(P, lane, queue)
  return P .. 'z:' .. lane .. ':' .. queue
end

-- Within one millisecond members sort by arrival.
local function member(ref, h)
  return struct.pack('>I8I8', h.arrival, h.deadline) .. ref
end

local function nextNumber(P)
  return redis.call('HINCRBY', P .. 'n', 'number', 1)
end

local function seen(h, now)
  return h.state == QUEUED and h.runAt > now and 0 or h.state
end

local function isWaiting(state)
  return state == 0 or state == QUEUED
end

local function isTerminal(state)
  return state >= COMPLETED
end

local function stamped(h, stamp)
  h.stamps = string.sub(stamp .. h.stamps, 1, STAMPS_KEPT * #stamp)
end

local function hasStamp(h, stamp)
  for at = 1, #h.stamps, #stamp do
    if string.sub(h.stamps, at, at + #stamp - 1) == stamp then
      return true
    end
  end
  return false
end

local function tell(P, kind, subject)
  redis.call('XADD', P .. 'news', 'MAXLEN', '~', NEWS_KEPT, '*', kind, subject)
end

local function changed(P, ref)
  redis.call('ZADD', P .. 'feed', nextNumber(P), ref)
end

local function use(P, ref, h, sign)
  redis.call('HINCRBY', P .. 'n', 'live', sign)
  local tenant = P .. 'u:' .. tenantOf(ref)
  redis.call('HINCRBY', tenant, 'jobs', sign)
  redis.call('HINCRBY', tenant, 'bytes', 0 + sign * h.size) -- never -0
end

-- Adds a job to the sets of its state, or takes it out of them.
local function enter(P, ref, h, now)
  local queue = queueOf(ref, h)
  if h.state == QUEUED then
    redis.call('ZADD', laneKey(P, h.lane, queue), h.ready, member(ref, h))
    if h.deadline > 0 then
      redis.call('ZADD', P .. 'dl', h.deadline, ref)
    end
  elseif h.state == RUNNING then
    redis.call('ZADD', P .. 'run', h.leaseUntil, ref)
    redis.call('HINCRBY', P .. 'q:' .. queue, 'running', 1)
  else
    redis.call('ZADD', P .. 'end:' .. h.state, now, ref)
    if h.events > 0 then
      redis.call('ZADD', P .. 'ev', now, ref)
    end
    if h.state == DEAD then
      redis.call('ZADD', P .. 'bd:' .. queue, h.born, ref)
      redis.call('HINCRBY', P .. 'q:' .. queue, 'dead', 1)
    end
  end
end

local function leave(P, ref, h)
  local queue = queueOf(ref, h)
  if h.state == QUEUED then
    redis.call('ZREM', laneKey(P, h.lane, queue), member(ref, h))
    if h.deadline > 0 then
      redis.call('ZREM', P .. 'dl', ref)
    end
  elseif h.state == RUNNING then
    redis.call('ZREM', P .. 'run', ref)
    redis.call('HINCRBY', P .. 'q:' .. queue, 'running', -1)
  else
    redis.call('ZREM', P .. 'end:' .. h.state, ref)
    if h.events > 0 then
      redis.call('ZREM', P .. 'ev', ref)
    end
    if h.state == DEAD then
      redis.call('ZREM', P .. 'bd:' .. queue, ref)
      redis.call('HINCRBY', P .. 'q:' .. queue, 'dead', -1)
    end
  end
end

local function textKeys(P, ref, bytes)
  local one, other = struct.unpack('>I2c0I2c0', bytes)
  local keys = {}
  if one ~= '' then
    keys[#keys + 1] = P .. 't:1:' .. tenantOf(ref) .. SEPARATOR .. one
  end
  if other ~= '' then
    keys[#keys + 1] = P .. 't:2:' .. tenantOf(ref) .. SEPARATOR .. other
  end
  return keys
end

-- Append ---------------------------------------------------------------------------------------------------------

local REQUEST = '>c16c16I8BI8'

local function answer(code, state, created, id)
  return struct.pack('>c1BI8c16', code, state, created, id)
end

-- The answer to a repeated request, or nil if the request ID is not known.
local function repeated(P, ref, field, fingerprint, now)
  local entry = redis.call('HGET', P .. 'req', field)
  if not entry then
    return nil
  end
  local known, id, created, state, till = struct.unpack(REQUEST, entry)
  if till > 0 and till <= now then
    return nil
  end
  if known ~= fingerprint then
    return answer('C', 0, 0, id)
  end
  local h = load(P, id .. tenantOf(ref))
  return answer('D', h and seen(h, now) or state, created, id)
end

local function refusal(P, ref, size, limits)
  if tonumber(redis.call('HGET', P .. 'n', 'live') or 0) >= limits.live then
    return 'F'
  end
  local used = redis.call('HMGET', P .. 'u:' .. tenantOf(ref), 'jobs', 'bytes')
  if limits.jobs > 0 and (used[1] or 0) + 1 > limits.jobs then
    return 'J'
  end
  if limits.bytes > 0 and (used[2] or 0) + size > limits.bytes then
    return 'B'
  end
  return nil
end

local function appendOne(P, now, meta, draft, limits)
  local lane, deadline, timeout, size, delay, runAt, fingerprint, ref, queue, request, one, other =
    struct.unpack('>BI8I8I8I8I8c16I2c0I2c0I2c0I2c0I2c0', meta)
  local id = string.sub(ref, 1, 16)
  local before = load(P, ref)
  if before then
    return answer('N', seen(before, now), before.created, id)
  end
  local field = tenantOf(ref) .. SEPARATOR .. request
  local known = request ~= '' and repeated(P, ref, field, fingerprint, now)
  if known then
    return known
  end
  local refused = refusal(P, ref, size, limits)
  if refused then
    return answer(refused, 0, 0, id)
  end
  local ready = math.max(now, runAt > 0 and runAt or now + delay)
  local number = nextNumber(P)
  local h = { state = QUEUED, lane = lane, cancel = 0, events = 0, attempt = 1, generation = 0, errors = 0,
    crashes = 0, created = now, runAt = ready, updated = now, leaseUntil = 0, started = 0, ready = ready,
    arrival = number, born = number, deadline = deadline, timeout = timeout, size = size, queue = queue,
    worker = '', request = request, stamps = '' }
  local key = P .. 'j:' .. ref
  redis.call('HSET', key, 's', pack(h), 'd', draft)
  enter(P, ref, h, now)
  redis.call('ZADD', P .. 'b:' .. queueOf(ref, h), number, ref)
  redis.call('ZADD', P .. 'feed', number, ref)
  if one ~= '' or other ~= '' then
    local texts = struct.pack('>I2c0I2c0', #one, one, #other, other)
    redis.call('HSET', key, 't', texts)
    for _, text in ipairs(textKeys(P, ref, texts)) do
      redis.call('ZADD', text, number, ref)
    end
  end
  if request ~= '' then
    redis.call('HSET', P .. 'req', field, struct.pack(REQUEST, fingerprint, id, now, QUEUED, 0))
    redis.call('ZREM', P .. 'reqx', field)
  end
  use(P, ref, h, 1)
  return answer('N', seen(h, now), now, id), ref, queue
end

local function append(keys, args)
  local P, now = keys[1], clock(args[1])
  local limits = { live = tonumber(args[2]), jobs = tonumber(args[3]), bytes = tonumber(args[4]) }
  local answers, told = {}, {}
  for i = 5, #args, 2 do
    local reply, ref, queue = appendOne(P, now, args[i], args[i + 1], limits)
    answers[#answers + 1] = reply
    if ref then
      local name = tenantOf(ref) .. SEPARATOR .. queue
      if not told[name] then
        told[name] = true
        redis.call('SADD', P .. 'qs:' .. tenantOf(ref), queue)
        tell(P, 'q', name)
      end
    end
  end
  return table.concat(answers)
end

-- Lease ----------------------------------------------------------------------------------------------------------

-- The ready jobs of a lane in order, read in steps; jobs past their deadline are left to maintenance.
local function lane(P, number, queue, now)
  local key, passed, buffer, at, taken = laneKey(P, number, queue), 0, {}, 1, {}
  local self = {}
  local function fill()
    if #taken > 0 then
      redis.call('ZREM', key, unpack(taken))
      taken = {}
    end
    buffer, at = redis.call('ZRANGEBYSCORE', key, '-inf', now, 'WITHSCORES', 'LIMIT', passed, 32), 1
  end
  function self.head()
    while true do
      if at > #buffer then
        if at > 1 and #buffer < 64 then
          return nil
        end
        fill()
        if #buffer == 0 then
          return nil
        end
      end
      local _, deadline = struct.unpack('>I8I8', buffer[at])
      if deadline == 0 or now <= deadline then
        return buffer[at], tonumber(buffer[at + 1])
      end
      passed, at = passed + 1, at + 2
    end
  end
  function self.take()
    local found = buffer[at]
    taken[#taken + 1], at = found, at + 2
    return string.sub(found, 17)
  end
  function self.finish()
    if #taken > 0 then
      redis.call('ZREM', key, unpack(taken))
      taken = {}
    end
  end
  return self
end

-- As `Picking` in core: every tenth job comes from the lower lane whose first job has waited longest.
local function pickLane(lanes, picks, now)
  local first
  for i = 1, LANES do
    if lanes[i].head() then
      first = i
      break
    end
  end
  if not first or picks % AGING_EVERY ~= 0 then
    return first
  end
  local picked, oldest = first, now - AGING_AFTER + 1
  for i = first + 1, LANES do
    local _, since = lanes[i].head()
    if since and since < oldest then
      picked, oldest = i, since
    end
  end
  return picked
end

local function timesOut(h, started)
  return h.timeout > 0 and started + h.timeout or NEVER
end

local function start(P, ref, ask, now)
  local key = P .. 'j:' .. ref
  local found = redis.call('HMGET', key, 's', 'd', 'f')
  local h = unpackHeader(found[1])
  h.state, h.updated, h.started, h.worker = RUNNING, now, now, ask.worker
  h.leaseUntil = math.min(now + ask.duration, timesOut(h, now))
  stamped(h, ask.stamp)
  local header = pack(h)
  redis.call('HSET', key, 's', header, 'a' .. h.attempt, struct.pack('>I8I8BI2c0', now, 0, NO_ENDING, #ask.worker, ask.worker))
  if h.attempt > ATTEMPTS_KEPT then
    redis.call('HDEL', key, 'a' .. (h.attempt - ATTEMPTS_KEPT))
  end
  if h.deadline > 0 then
    redis.call('ZREM', P .. 'dl', ref)
  end
  redis.call('ZADD', P .. 'run', h.leaseUntil, ref)
  return { ref, header, found[2], false, found[3] }, h.size
end

-- The jobs of an earlier call with this stamp, whose answer was lost.
local function leasedBefore(P, ask)
  local entries = redis.call('XREVRANGE', P .. 'took', '+', '-', 'COUNT', LEASES_KEPT)
  for _, entry in ipairs(entries) do
    if entry[2][1] == ask.stamp then
      local jobs, ids = {}, entry[2][2]
      for at = 1, #ids, 16 do
        local ref = string.sub(ids, at, at + 15) .. ask.tenant
        local found = redis.call('HMGET', P .. 'j:' .. ref, 's', 'd', 'f')
        local h = found[1] and unpackHeader(found[1])
        if h and h.state == RUNNING and hasStamp(h, ask.stamp) then
          jobs[#jobs + 1] = { ref, found[1], found[2], false, found[3] }
        end
      end
      return jobs
    end
  end
  return nil
end

local function nextReady(P, queue, now)
  local soonest = 0
  for i = 1, LANES do
    local found = redis.call('ZRANGEBYSCORE', laneKey(P, i - 1, queue), '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    local ready = tonumber(found[2])
    if ready and (soonest == 0 or ready < soonest) then
      soonest = ready
    end
  end
  return soonest
end

local function leaseNow(P, queue, ask, now)
  local settings = redis.call('HMGET', P .. 'q:' .. queue, 'paused', 'picks')
  local jobs, ids, bytes, picks = {}, {}, 0, tonumber(settings[2] or 0)
  if settings[1] == '1' then
    return jobs
  end
  local lanes = {}
  for i = 1, LANES do
    lanes[i] = lane(P, i - 1, queue, now)
  end
  while #jobs < ask.max and (#jobs == 0 or bytes < ask.bytes) do
    local from = pickLane(lanes, picks + 1, now)
    if not from then
      break
    end
    picks = picks + 1
    local ref = lanes[from].take()
    local job, size = start(P, ref, ask, now)
    jobs[#jobs + 1], ids[#ids + 1], bytes = job, string.sub(ref, 1, 16), bytes + size
  end
  for i = 1, LANES do
    lanes[i].finish()
  end
  if #jobs > 0 then
    redis.call('HSET', P .. 'q:' .. queue, 'picks', picks)
    redis.call('HINCRBY', P .. 'q:' .. queue, 'running', #jobs)
    redis.call('XADD', P .. 'took', 'MAXLEN', '~', LEASES_KEPT, '*', ask.stamp, table.concat(ids))
  end
  return jobs
end

local function lease(keys, args)
  local P, now, queue = keys[1], clock(args[1]), args[2] .. SEPARATOR .. args[3]
  local ask = { tenant = args[2], worker = args[4], max = tonumber(args[5]), duration = tonumber(args[6]),
    bytes = tonumber(args[7]), stamp = args[8] }
  local jobs = args[9] == '1' and leasedBefore(P, ask) or leaseNow(P, queue, ask, now)
  return { tostring(now), tostring(#jobs == 0 and nextReady(P, queue, now) or 0), jobs }
end

-- Extend and apply -----------------------------------------------------------------------------------------------

-- As `LeaseState` in core: H held, L lapsed, A abandoned, T timed out.
local function leaseState(h, now)
  if h.state ~= RUNNING then
    return 'L'
  end
  if h.leaseUntil > now then
    return 'H'
  end
  local limit = timesOut(h, h.started)
  if limit > now then
    return 'L'
  end
  return h.leaseUntil < limit and 'A' or 'T'
end

local function isHeld(h, attempt, now)
  if not h or h.state ~= RUNNING or h.attempt ~= attempt then
    return false
  end
  local state = leaseState(h, now)
  return state == 'H' or state == 'L'
end

local function extend(keys, args)
  local P, now, duration, answers = keys[1], clock(args[1]), tonumber(args[2]), {}
  for i = 3, #args, 2 do
    local ref = args[i]
    local h = load(P, ref)
    if isHeld(h, tonumber(args[i + 1]), now) then
      h.leaseUntil = math.min(now + duration, timesOut(h, h.started))
      save(P, ref, h)
      redis.call('ZADD', P .. 'run', h.leaseUntil, ref)
      answers[#answers + 1] = struct.pack('>c1BI8', 'H', h.cancel, math.max(0, h.leaseUntil - now))
    else
      answers[#answers + 1] = struct.pack('>c1BI8', 'L', 0, 0)
    end
  end
  return table.concat(answers)
end

local function isInTime(state, ending)
  if state == 'H' then
    return ending ~= CRASHED
  elseif state == 'L' then
    return true
  end
  local late = ending == NO_ENDING or ending == ERROR or ending == ENDED_CANCELLED
  return late or (state == 'A' and ending == CRASHED)
end

-- As `Step.fits` in core.
local function fits(h, step, now)
  local same
  if isWaiting(step.from) then
    same = isWaiting(h.state)
  else
    same = h.state == step.from
  end
  local allowed = h.cancel == 0 or step.to == RUNNING or step.to == COMPLETED or step.to == CANCELLED
    or step.from ~= RUNNING
  return same and h.attempt == step.attempt and allowed and isInTime(leaseState(h, now), step.ending)
end

local function readStep(meta)
  local step = {}
  step.from, step.to, step.front, step.cancel, step.counts, step.ending, step.delay, step.attempt, step.generation,
    step.errors, step.crashes, step.stamp, step.ref = struct.unpack('>BBBBBBI8I4I4I4I4c8I2c0', meta)
  return step
end

local function endAttempt(key, step, failure, now)
  local field = 'a' .. step.attempt
  local before = redis.call('HGET', key, field)
  if before then
    local started, _, _, worker = struct.unpack('>I8I8BI2c0', before)
    redis.call('HSET', key, field, struct.pack('>I8I8BI2c0', started, now, step.ending, #worker, worker) .. failure)
  end
end

-- As `StoredJob.applied` in core.
local function change(P, h, step, now)
  if step.to == QUEUED and step.front == 0 then
    h.runAt = now + step.delay
    h.ready, h.arrival = h.runAt, nextNumber(P)
  end
  if step.to == QUEUED and not isWaiting(step.from) then
    h.attempt = step.attempt + 1
  end
  h.state, h.updated, h.cancel = step.to, now, step.cancel
  if step.counts == 1 then
    h.generation, h.errors, h.crashes = step.generation, step.errors, step.crashes
  end
  if step.to ~= RUNNING then
    h.worker, h.leaseUntil = '', 0
  end
  stamped(h, step.stamp)
end

local function applyOne(P, now, step, result, failure)
  local ref = step.ref
  local key, h = P .. 'j:' .. ref, load(P, step.ref)
  if not h then
    return 'M' .. string.char(0)
  end
  if hasStamp(h, step.stamp) then
    return 'D' .. string.char(step.to == QUEUED and step.delay > 0 and 0 or step.to)
  end
  if not fits(h, step, now) then
    return 'S' .. string.char(0)
  end
  local wasLive = not isTerminal(h.state)
  leave(P, ref, h)
  change(P, h, step, now)
  enter(P, ref, h, now)
  if step.ending ~= NO_ENDING then
    endAttempt(key, step, failure, now)
  end
  save(P, ref, h)
  if result ~= '' then
    redis.call('HSET', key, 'r', result)
  else
    redis.call('HDEL', key, 'r')
  end
  if failure ~= '' then
    redis.call('HSET', key, 'f', failure)
  end
  changed(P, ref)
  local isLive = not isTerminal(h.state)
  if wasLive ~= isLive then
    use(P, ref, h, isLive and 1 or -1)
  end
  if h.state == QUEUED then
    tell(P, 'q', queueOf(ref, h))
  elseif not isLive then
    tell(P, 'e', ref)
  end
  return 'D' .. string.char(seen(h, now))
end

local function apply(keys, args)
  local P, now, answers = keys[1], clock(args[1]), {}
  for i = 2, #args, 3 do
    answers[#answers + 1] = applyOne(P, now, readStep(args[i]), args[i + 1], args[i + 2])
  end
  return table.concat(answers)
end

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
    tell(P, 'e', ref)
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
  local dropped = redis.call('HGET', P .. 'n', 'dropped') or '0'
  return { tostring(now), dropped, rows }
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

local function pause(keys, args)
  local P, queue = keys[1], args[1] .. SEPARATOR .. args[2]
  redis.call('HSET', P .. 'q:' .. queue, 'paused', args[3])
  redis.call('SADD', P .. 'qs:' .. args[1], args[2])
  tell(P, 'q', queue)
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
  for i = 3, #args, 2 do
    local ref = args[i]
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
        redis.call('ZREM', text, ref)
      end
      leave(P, ref, h)
      retireRequest(P, ref, h, now, kept)
      redis.call('ZREM', P .. 'b:' .. queueOf(ref, h), ref)
      redis.call('UNLINK', key, P .. 'e:' .. ref)
      changed(P, ref)
      redis.call('ZADD', P .. 'gone', now, ref)
      tell(P, 'e', ref)
      answers[#answers + 1] = 'D'
    end
  end
  return table.concat(answers)
end
