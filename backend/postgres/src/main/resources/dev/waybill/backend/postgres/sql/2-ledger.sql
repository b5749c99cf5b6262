-- The ledger. Positions are drawn while its lock is held until the end of the transaction, so facts appear in order.

create sequence {position} cache 1;

create table {fact} (
  position bigint primary key,
  tenant text not null,
  kind text not null,
  id text not null,
  attempt int not null,
  type text not null,
  state text not null,
  rank int not null,
  standing int not null,
  at bigint not null,
  nanos int not null,
  data bytea not null,
  unique (tenant, kind, id, attempt, type)
);
create index fact_kind on {fact} (kind, at);

-- The latest state of each subject: the position of its fact, and how often it changed.
create table {latest} (
  tenant text not null,
  kind text not null,
  id text not null,
  position bigint not null,
  version bigint not null,
  primary key (tenant, kind, id)
) with (fillfactor = 80);

-- Blobs, in blocks. A block belongs to no blob until its upload has ended.
create table {blob} (
  tenant text not null,
  name text not null,
  upload uuid not null,
  size bigint not null,
  primary key (tenant, name)
);
create table {block} (
  upload uuid not null,
  number bigint not null,
  sum int not null,
  data bytea not null,
  primary key (upload, number)
);
alter table {block} alter column data set storage external;
create table {upload} (
  id uuid primary key,
  at bigint not null
);
