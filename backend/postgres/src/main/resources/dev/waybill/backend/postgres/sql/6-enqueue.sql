-- The function that enqueues a job in the transaction of the caller refuses what a server refuses, and takes a retry
-- policy as values. Parts of a policy that are not set are those of the default.

create function {enqueue}(
  type text,
  payload bytea default '',
  queue text default 'default',
  tenant text default 'default',
  priority text default 'normal',
  request_id text default null,
  correlation_id text default null,
  key text default null,
  tags text[] default null,
  delay interval default null,
  run_at timestamptz default null,
  deadline timestamptz default null,
  timeout interval default null,
  trace_context text default null,
  max_errors int default null,
  max_crashes int default null,
  first_delay interval default null,
  backoff float8 default null,
  max_delay interval default null,
  jitter float8 default null,
  own boolean default false
) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  name constant text := '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$';
  latest constant timestamptz := now() + interval '36525 days';
  ms bigint;
  number bigint;
  queue_n int;
  lane smallint;
  job uuid;
  known uuid;
  asked bigint;
  ends bigint;
  wait bigint := (extract(epoch from delay) * 1000)::bigint;
  longest bigint := (extract(epoch from timeout) * 1000)::bigint;
  first_ms bigint := (extract(epoch from coalesce(first_delay, interval '5 seconds')) * 1000)::bigint;
  most_ms bigint := (extract(epoch from coalesce(max_delay, interval '1 hour')) * 1000)::bigint;
  ready bigint;
  retry bytea;
begin
  if type is null or type !~ name then
    raise exception 'type must be 1 to 128 letters, digits, ''.'', ''_'', '':'' or ''-'', starting with a letter or digit' using errcode = '22023';
  elsif queue is null or queue !~ name then
    raise exception 'queue must be 1 to 128 letters, digits, ''.'', ''_'', '':'' or ''-'', starting with a letter or digit' using errcode = '22023';
  elsif tenant is null or tenant !~ name then
    raise exception 'tenant must be 1 to 128 letters, digits, ''.'', ''_'', '':'' or ''-'', starting with a letter or digit' using errcode = '22023';
  elsif tenant = 'waybill' then
    raise exception 'the tenant name "waybill" is reserved for Waybill' using errcode = '22023';
  elsif payload is null or octet_length(payload) > 65536 then
    raise exception 'payload must have at most 65536 bytes; enqueue larger ones through a server' using errcode = '22023';
  elsif coalesce(greatest(char_length(request_id), char_length(correlation_id), char_length(trace_context)), 0) > 256 then
    raise exception 'request_id, correlation_id and trace_context must have at most 256 characters' using errcode = '22023';
  elsif char_length(key) > 128 then
    raise exception 'key must have at most 128 characters' using errcode = '22023';
  elsif exists (select from unnest(array[request_id, correlation_id, key, trace_context]) t where t !~ '[^[:space:]]') then
    raise exception 'request_id, correlation_id, key and trace_context must not be blank' using errcode = '22023';
  elsif coalesce(cardinality(tags), 0) > 32
      or exists (select from unnest(tags) t where t is null or char_length(t) > 128 or t !~ '[^[:space:]]') then
    raise exception 'tags must be at most 32 texts of 1 to 128 characters, not blank' using errcode = '22023';
  elsif not own and request_id ~ '^(document/|event/|message/|schedule:)' then
    raise exception 'request_id "%" is reserved: Waybill uses this prefix for its own jobs', request_id using errcode = '22023';
  elsif not own and exists (select from unnest(tags) t where t ~ '^(event|topic|subscription|schedule|slot):') then
    raise exception 'a tag is reserved: Waybill uses its prefix for its own jobs' using errcode = '22023';
  elsif delay is not null and run_at is not null then
    raise exception 'set either delay or run_at, not both' using errcode = '22023';
  elsif wait < 0 or wait > 3155760000000 then
    raise exception 'delay must be between 0 and a hundred years' using errcode = '22023';
  elsif run_at < timestamptz 'epoch' or run_at > latest then
    raise exception 'run_at must be between 1970 and a hundred years from now' using errcode = '22023';
  elsif deadline < timestamptz 'epoch' or deadline > latest then
    raise exception 'deadline must be between 1970 and a hundred years from now' using errcode = '22023';
  elsif longest < 1 or longest > 2592000000 then
    raise exception 'timeout must be between a millisecond and 30 days' using errcode = '22023';
  elsif max_errors not between 1 and 1000 then
    raise exception 'max_errors must be 1 to 1000' using errcode = '22023';
  elsif max_crashes not between 1 and 1000 then
    raise exception 'max_crashes must be 1 to 1000' using errcode = '22023';
  elsif first_ms < 0 or most_ms < 0 or greatest(first_ms, most_ms) > 3155760000000 then
    raise exception 'delays of retries must be between 0 and a hundred years' using errcode = '22023';
  elsif backoff not between 1 and 100 then
    raise exception 'backoff must be 1 to 100' using errcode = '22023';
  elsif jitter not between 0 and 10 then
    raise exception 'jitter must be 0 to 10' using errcode = '22023';
  end if;
  lane := case priority when 'high' then 0 when 'normal' then 1 when 'low' then 2 end;
  if lane is null then
    raise exception 'priority must be high, normal or low' using errcode = '22023';
  end if;
  if num_nonnulls(max_errors, max_crashes, first_delay, backoff, max_delay, jitter) > 0 then
    retry := '\x01'::bytea || {small_bytes}(coalesce(max_errors, 3)) || {small_bytes}(coalesce(max_crashes, 3))
      || int8send(first_ms) || float8send(coalesce(backoff, 3)) || int8send(most_ms) || float8send(coalesce(jitter, 0.5));
  end if;
  asked := (extract(epoch from run_at) * 1000)::bigint;
  ends := (extract(epoch from deadline) * 1000)::bigint;
  lock table {ready} in row exclusive mode;
  ms := {now_ms}();
  job := encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(ms) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
  if request_id is not null then
    insert into {request} as r (tenant, request_id, id, created) values (tenant, request_id, job, ms)
      on conflict on constraint request_pkey do update
      set id = excluded.id, high = null, low = null, created = excluded.created, state = null, until = null
      where r.until <= ms
      returning r.id into known;
    if known is null then
      select r.id into known from {request} r where r.tenant = enqueue.tenant and r.request_id = enqueue.request_id;
      return known;
    end if;
  end if;
  select q.n into queue_n from {queue} q where q.tenant = enqueue.tenant and q.name = enqueue.queue;
  if queue_n is null then
    insert into {queue} (tenant, name) values (tenant, queue) on conflict do nothing;
    select q.n into queue_n from {queue} q where q.tenant = enqueue.tenant and q.name = enqueue.queue;
  end if;
  number := nextval('{number}');
  ready := greatest(ms, coalesce(asked, ms + coalesce(wait, 0)));
  insert into {live} (id, n, change, tenant, queue, lane, type, created, updated, run_at, ready, arrival, size, payload,
      delay, asked_at, deadline, timeout, retry, tags, request_id, correlation_id, key, trace_context)
    values (job, number, number, tenant, queue_n, lane, type, ms, ms, ready, ready, number, octet_length(payload), payload,
      nullif(wait, 0), asked, ends, longest, retry, nullif(tags, '{}'), request_id, correlation_id, key, trace_context);
  insert into {ready} values (queue_n, lane, false, ready, number, job, octet_length(payload), ends);
  perform pg_notify('{schema}_news', 'q' || queue_n);
  return job;
end $$;

-- A number below 16384 in Waybill's format of bytes.
create function {small_bytes}(number int) returns bytea language sql immutable
  as $$ select case when number < 128 then set_byte('\x00', 0, number)
    else set_byte(set_byte('\x0000', 0, number & 127 | 128), 1, number >> 7) end $$;

-- The function with bytes as the retry policy goes; who may execute it may execute the new one.
do $$
declare
  old constant regprocedure := '{enqueue}(text, bytea, text, text, text, text, text, text, text[], interval, timestamptz,
    timestamptz, interval, bytea, text)'::regprocedure;
  added constant regprocedure := (select p.oid::regprocedure from pg_proc p
    where p.pronamespace = '{schema}'::regnamespace and p.proname = 'enqueue' and p.oid <> old);
  holder record;
begin
  execute format('revoke all on function %s from public', added);
  for holder in
    select g.grantee::regrole as role from pg_proc p, aclexplode(p.proacl) g
    where p.oid = old and g.grantee not in (0, p.proowner) and g.privilege_type = 'EXECUTE'
  loop
    execute format('grant execute on function %s to %s', added, holder.role);
  end loop;
  execute format('drop function %s', old);
end $$;
