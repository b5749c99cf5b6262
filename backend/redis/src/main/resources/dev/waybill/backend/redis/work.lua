-- How jobs are added, leased and changed; see records.lua.

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

local function refusal(w, ref, size, limits)
  if counted(w, w.P .. 'n', 'live') >= limits.live then
    return 'F'
  end
  local tenant = w.P .. 'u:' .. tenantOf(ref)
  if limits.jobs > 0 and counted(w, tenant, 'jobs') + 1 > limits.jobs then
    return 'J'
  end
  if limits.bytes > 0 and counted(w, tenant, 'bytes') + size > limits.bytes then
    return 'B'
  end
  return nil
end

local function appendOne(w, now, meta, draft, limits)
  local lane, deadline, timeout, size, delay, runAt, fingerprint, ref, queue, request, one, other =
    struct.unpack('>BI8I8I8I8I8c16I2c0I2c0I2c0I2c0I2c0', meta)
  local P, id = w.P, string.sub(ref, 1, 16)
  local before = load(P, ref)
  if before then
    return answer('N', seen(before, now), before.created, id)
  end
  local field = tenantOf(ref) .. SEPARATOR .. request
  local known = request ~= '' and repeated(P, ref, field, fingerprint, now)
  if known then
    return known
  end
  local refused = refusal(w, ref, size, limits)
  if refused then
    return answer(refused, 0, 0, id)
  end
  local ready = math.max(now, runAt > 0 and runAt or now + delay)
  local number = nextNumber(w)
  local h = { state = QUEUED, lane = lane, cancel = 0, events = 0, attempt = 1, generation = 0, errors = 0,
    crashes = 0, created = now, runAt = ready, updated = now, leaseUntil = 0, started = 0, ready = ready,
    arrival = number, born = number, deadline = deadline, timeout = timeout, size = size, queue = queue,
    worker = '', request = request, stamps = '' }
  local key = P .. 'j:' .. ref
  redis.call('HSET', key, 's', pack(h), 'd', draft)
  enter(w, ref, h, now)
  add(w, P .. 'b:' .. queueOf(ref, h), number, ref)
  add(w, P .. 'feed', number, ref)
  if one ~= '' or other ~= '' then
    local texts = struct.pack('>I2c0I2c0', #one, one, #other, other)
    redis.call('HSET', key, 't', texts)
    for _, text in ipairs(textKeys(P, ref, texts)) do
      add(w, text, number, ref)
    end
  end
  if request ~= '' then
    redis.call('HSET', P .. 'req', field, struct.pack(REQUEST, fingerprint, id, now, QUEUED, 0))
    redis.call('ZREM', P .. 'reqx', field)
  end
  use(w, ref, h, 1)
  return answer('N', seen(h, now), now, id), ref, queue
end

local function append(keys, args)
  local P, now = keys[1], clock(args[1])
  local limits = { live = tonumber(args[2]), jobs = tonumber(args[3]), bytes = tonumber(args[4]) }
  local w, answers, told = writes(P), {}, {}
  writeEach(w, 5, #args, 2, function(i)
    local reply, ref, queue = appendOne(w, now, args[i], args[i + 1], limits)
    answers[#answers + 1] = reply
    if ref then
      local name = tenantOf(ref) .. SEPARATOR .. queue
      if not told[name] then
        told[name] = true
        redis.call('SADD', P .. 'qs:' .. tenantOf(ref), queue)
        tell(w, 'q', name)
      end
    end
  end)
  return table.concat(answers)
end

-- Lease ----------------------------------------------------------------------------------------------------------

-- The ready jobs of a lane in order, read in steps; jobs past their deadline are left to maintenance.
local function lane(P, number, queue, now)
  local key, passed, buffer, at, taken = laneKey(P, number, queue), 0, {}, 1, {}
  local self, ended = {}, false
  function self.finish()
    if #taken > 0 then
      redis.call('ZREM', key, unpack(taken))
      taken = {}
    end
  end
  local function fill()
    self.finish()
    buffer, at = redis.call('ZRANGEBYSCORE', key, '-inf', now, 'WITHSCORES', 'LIMIT', passed, LANE_STEP), 1
    ended = #buffer < 2 * LANE_STEP
  end
  function self.head()
    while true do
      if at > #buffer then
        if ended then
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

local function start(w, ref, ask, now)
  local P, key = w.P, w.P .. 'j:' .. ref
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
    remove(w, P .. 'dl', ref)
  end
  add(w, P .. 'run', h.leaseUntil, ref)
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
  local w, lanes = writes(P), {}
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
    local job, size = start(w, ref, ask, now)
    jobs[#jobs + 1], ids[#ids + 1], bytes = job, string.sub(ref, 1, 16), bytes + size
  end
  for i = 1, LANES do
    lanes[i].finish()
  end
  if #jobs > 0 then
    redis.call('HSET', P .. 'q:' .. queue, 'picks', picks)
    count(w, P .. 'q:' .. queue, 'running', #jobs)
    write(w)
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

local function ended(before, step, failure, now)
  local started, _, _, worker = struct.unpack('>I8I8BI2c0', before)
  return struct.pack('>I8I8BI2c0', started, now, step.ending, #worker, worker) .. failure
end

-- As `StoredJob.applied` in core.
local function change(w, h, step, now)
  if step.to == QUEUED and step.front == 0 then
    h.runAt = now + step.delay
    h.ready, h.arrival = h.runAt, nextNumber(w)
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

-- The fields of a job that a step writes.
local function fieldsAfter(h, step, attempt, result, failure, now)
  local fields = { 's', pack(h) }
  if step.ending ~= NO_ENDING and attempt then
    fields[3], fields[4] = 'a' .. step.attempt, ended(attempt, step, failure, now)
  end
  if result ~= '' then
    fields[#fields + 1] = 'r'
    fields[#fields + 1] = result
  end
  if failure ~= '' then
    fields[#fields + 1] = 'f'
    fields[#fields + 1] = failure
  end
  return fields
end

local function applyOne(w, now, step, result, failure)
  local ref = step.ref
  isolate(w, ref)
  local key = w.P .. 'j:' .. ref
  local found = redis.call('HMGET', key, 's', 'a' .. step.attempt, 'r')
  if not found[1] then
    return 'M' .. string.char(0)
  end
  local h = unpackHeader(found[1])
  if hasStamp(h, step.stamp) then
    return 'D' .. string.char(step.to == QUEUED and step.delay > 0 and 0 or step.to)
  end
  if not fits(h, step, now) then
    return 'S' .. string.char(0)
  end
  local wasLive = not isTerminal(h.state)
  leave(w, ref, h)
  change(w, h, step, now)
  enter(w, ref, h, now)
  redis.call('HSET', key, unpack(fieldsAfter(h, step, found[2], result, failure, now)))
  if result == '' and found[3] then
    redis.call('HDEL', key, 'r')
  end
  changed(w, ref)
  local isLive = not isTerminal(h.state)
  if wasLive ~= isLive then
    use(w, ref, h, isLive and 1 or -1)
  end
  if h.state == QUEUED then
    tell(w, 'q', queueOf(ref, h))
  elseif not isLive then
    tell(w, 'e', ref)
  end
  return 'D' .. string.char(seen(h, now))
end

local function apply(keys, args)
  local w, now, answers = writes(keys[1]), clock(args[1]), {}
  writeEach(w, 2, #args, 3, function(i)
    answers[#answers + 1] = applyOne(w, now, readStep(args[i]), args[i + 1], args[i + 2])
  end)
  return table.concat(answers)
end
