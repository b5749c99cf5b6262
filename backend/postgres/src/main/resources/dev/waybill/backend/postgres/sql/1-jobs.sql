-- Jobs. All times are milliseconds since 1970 by the clock of the database.

create table {queue} (
  n int generated always as identity primary key,
  tenant text not null,
  name text not null,
  paused boolean not null default false,
  unique (tenant, name)
);

-- ChangeNumbers jobs, places in lanes and changes, in this order.
create sequence {number} cache 1;

-- Waiting and running jobs. A row does not change while its job is leased.
create table {live} (
  id uuid primary key,
  n bigint not null,
  change bigint not null,
  tenant text not null,
  queue int not null,
  lane smallint not null,
  type text not null,
  created bigint not null,
  updated bigint not null,
  run_at bigint not null,
  attempt int not null default 1,
  generation int not null default 0,
  errors int not null default 0,
  crashes int not null default 0,
  ready bigint not null,
  arrival bigint not null,
  size bigint not null,
  payload bytea,
  blob text,
  delay bigint,
  asked_at bigint,
  deadline bigint,
  timeout bigint,
  retry bytea,
  tags text[],
  request_id text,
  correlation_id text,
  key text,
  trace_context text,
  failure bytea,
  attempts bytea
);
create index live_queue on {live} (queue, n);
create index live_change on {live} (change);
create index live_correlation_id on {live} (tenant, correlation_id, n) where correlation_id is not null;
create index live_key on {live} (tenant, key, n) where key is not null;
create index live_tags on {live} using gin (tags) where tags is not null;

-- The places of waiting jobs in their lanes. Rows that returned to an earlier place are apart, so that places of the
-- others only grow.
create table {ready} (
  queue int not null,
  lane smallint not null,
  returned boolean not null,
  ready bigint not null,
  arrival bigint not null,
  id uuid not null,
  size bigint not null,
  deadline bigint,
  primary key (queue, lane, returned, ready, arrival)
);
create index ready_deadline on {ready} (deadline) where deadline is not null;

-- The leases of running jobs.
create table {running} (
  id uuid primary key,
  queue int not null,
  attempt int not null,
  worker text not null,
  started bigint not null,
  updated bigint not null,
  until bigint not null,
  times_out bigint,
  cancel boolean not null default false
);
create index running_until on {running} (until);

-- Finished jobs, by the day of their end. Their last attempt is in columns if it completed.
create table {finished} (
  id uuid not null,
  n bigint not null,
  change bigint not null,
  tenant text not null,
  queue int not null,
  lane smallint not null,
  type text not null,
  created bigint not null,
  updated bigint not null,
  run_at bigint not null,
  attempt int not null,
  generation int not null,
  errors int not null,
  crashes int not null,
  ready bigint not null,
  arrival bigint not null,
  size bigint not null,
  payload bytea,
  blob text,
  delay bigint,
  asked_at bigint,
  deadline bigint,
  timeout bigint,
  retry bytea,
  tags text[],
  request_id text,
  correlation_id text,
  key text,
  trace_context text,
  failure bytea,
  attempts bytea,
  state smallint not null,
  cancel boolean not null,
  worker text,
  started bigint,
  result bytea
) partition by range (updated);
create table {finished_other} partition of {finished} default;
create index finished_id on {finished} (id);
create index finished_queue on {finished} (queue, n);
create index finished_change on {finished} (change);
create index finished_end on {finished} (state, updated);
create index finished_dead on {finished} (queue) where state = 6;
create index finished_correlation_id on {finished} (tenant, correlation_id, n) where correlation_id is not null;
create index finished_key on {finished} (tenant, key, n) where key is not null;
create index finished_tags on {finished} using gin (tags) where tags is not null;

-- Request IDs. A request whose job was pruned has the final state of the job and the time when it is forgotten.
create table {request} (
  tenant text not null,
  request_id text not null,
  id uuid not null,
  high bigint,
  low bigint,
  created bigint not null,
  state smallint,
  until bigint,
  primary key (tenant, request_id)
);
create index request_until on {request} (until) where until is not null;

create table {event} (
  job uuid not null,
  attempt int not null,
  sequence bigint not null,
  type text not null,
  at bigint not null,
  data bytea not null,
  primary key (job, attempt, sequence)
);

-- Jobs that have events: the last one, and when the job ended.
create table {event_job} (
  job uuid primary key,
  attempt int not null,
  sequence bigint not null,
  ended bigint
);
create index event_job_ended on {event_job} (ended) where ended is not null;

-- Deleted jobs, for readers of the feed.
create table {gone} (
  change bigint primary key,
  id uuid not null,
  tenant text not null,
  at bigint not null
);

-- The feed of jobs: its ID, and the number up to which deletions were dropped.
create table {feed} (
  id bigint not null,
  dropped bigint not null
);
insert into {feed} values ((random() * 9e15)::bigint + 1, 0);

create function {now_ms}() returns bigint language sql volatile
  as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint';

-- Creates partitions for the days of these times, as the owner of the tables.
create function {prepare_days}(from_ms bigint, to_ms bigint) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  day bigint := from_ms / 86400000;
  made int := 0;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('{schema}'), 2);
  while day <= to_ms / 86400000 loop
    child := 'finished_' || to_char(to_timestamp(day * 86400) at time zone 'UTC', 'YYYYMMDD');
    if to_regclass(format('%I.%I', '{schema}', child)) is null then
      execute format('create table %I.%I partition of %I.finished for values from (%s) to (%s)',
        '{schema}', child, '{schema}', day * 86400000, (day + 1) * 86400000);
      made := made + 1;
    end if;
    day := day + 1;
  end loop;
  return made;
end $$;

-- Drops empty partitions of days before a time.
create function {drop_days}(before_ms bigint) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  child record;
  used boolean;
  dropped int := 0;
begin
  perform set_config('lock_timeout', '500', true);
  for child in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '{finished}'::regclass and c.relname ~ '^finished_\d{8}$'
      and extract(epoch from to_timestamp(right(c.relname, 8), 'YYYYMMDD') at time zone 'UTC')::bigint * 1000 + 86400000 <= before_ms
  loop
    execute format('select exists (select from %I.%I)', '{schema}', child.name) into used;
    if not used then
      execute format('drop table %I.%I', '{schema}', child.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
