package dev.waybill.bench.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Waybill;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.PostgresDatabase;
import dev.waybill.bench.peer.Subject;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// The limit of PostgreSQL: writes the rows of Waybill's jobs into Waybill's tables, in batches as
/// large as Waybill's, one statement each, and nothing else. It checks and guards nothing.
final class BareJdbc implements Subject {

  private static final String ENQUEUE =
      "with u as (select * from unnest(?::uuid[], ?::int8[], ?::bytea[]) as u (id, n, payload)), l"
          + " as (insert into waybill.live (id, n, change, tenant, queue, lane, type, created,"
          + " updated, run_at, ready, arrival, size, payload) select id, n, n, 'default', ?, 1,"
          + " 'noop', ?, ?, ?, ?, n, length(payload), payload from u) insert into waybill.ready"
          + " select ?, 1, false, ?, n, id, length(payload), null from u";

  private static final String LEASE =
      "with k as (select ctid as place, id from waybill.ready where queue = 1 and lane = 1 and not"
          + " returned and ready >= ? order by ready, arrival limit ? for update skip locked), d as"
          + " (delete from waybill.ready where ctid = any(array(select place from k))), r as (insert"
          + " into waybill.running (id, queue, attempt, worker, started, updated, until) select id,"
          + " 1, 1, 'bare', ?, ?, ? from k) select l.id, l.payload, l.ready from k join waybill.live l"
          + " on l.id = k.id";

  private static final String SETTLE =
      "with r as (delete from waybill.running where id = any(?) returning id, worker, started), l as"
          + " (delete from waybill.live l using r where l.id = r.id returning l.*) insert into"
          + " waybill.finished select l.*, 3, false, r.worker, r.started, null from l join r on r.id"
          + " = l.id";

  private static final int QUEUE = 1;
  private static final int OTHERS = 2;
  private static final int MINUTE = 60_000;

  private final PostgresDatabase database;
  private final AtomicLong numbers = new AtomicLong();

  /// Concurrent callers share a transaction, as Waybill's do.
  private final SharedCommit<List<String>, Boolean> group =
      new SharedCommit<>(this::insertAll, List::size);

  BareJdbc(PostgresDatabase database, Path folder) {
    this.database = database;
    Waybill.open(URI.create(database.url() + "?path=" + folder), Settings.DEFAULT).close();
    Scratch.delete(folder);
  }

  @Override
  public void enqueue(String payload) {
    enqueueAll(List.of(payload));
  }

  @Override
  public void enqueueAll(List<String> payloads) {
    group.call(payloads);
  }

  private List<Boolean> insertAll(List<List<String>> calls) {
    insert(QUEUE, calls.stream().flatMap(List::stream).toList());
    return Collections.nCopies(calls.size(), true);
  }

  @Override
  public void enqueueForOthers(List<String> payloads) {
    insert(OTHERS, payloads);
  }

  private void insert(int queue, List<String> payloads) {
    UUID[] ids = new UUID[payloads.size()];
    Long[] places = new Long[ids.length];
    byte[][] bytes = new byte[ids.length][];
    long now = System.currentTimeMillis();
    for (int i = 0; i < ids.length; i++) {
      places[i] = numbers.incrementAndGet();
      // In the order of their creation, as Waybill's are.
      ids[i] = new UUID(now << 16 | 0x7000, places[i] | Long.MIN_VALUE);
      bytes[i] = payloads.get(i).getBytes(UTF_8);
    }
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(ENQUEUE)) {
      insert.setArray(1, connection.createArrayOf("uuid", ids));
      insert.setArray(2, connection.createArrayOf("int8", places));
      insert.setArray(3, connection.createArrayOf("bytea", bytes));
      insert.setInt(4, queue);
      for (int i = 5; i <= 8; i++) {
        insert.setLong(i, now);
      }
      insert.setInt(9, queue);
      insert.setLong(10, now);
      insert.executeUpdate();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /// One thread leases a job per worker and calls the handler, another settles them meanwhile.
  @Override
  public Work work(int concurrency, Consumer<String> handler) {
    LinkedBlockingQueue<UUID[]> run = new LinkedBlockingQueue<>(1);
    Thread leasing = Thread.ofPlatform().daemon().start(() -> leaseAll(concurrency, handler, run));
    Thread settling = Thread.ofPlatform().daemon().start(() -> settleAll(run));
    return () -> {
      end(leasing);
      end(settling);
    };
  }

  private void leaseAll(
      int concurrency, Consumer<String> handler, LinkedBlockingQueue<UUID[]> run) {
    long floor = 0;
    try {
      while (!Thread.currentThread().isInterrupted()) {
        List<UUID> ids = new ArrayList<>();
        List<String> payloads = new ArrayList<>();
        floor = lease(floor, concurrency, ids, payloads);
        payloads.forEach(handler);
        if (!ids.isEmpty()) {
          run.put(ids.toArray(UUID[]::new));
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private long lease(long floor, int most, List<UUID> ids, List<String> payloads) {
    long last = floor;
    long now = System.currentTimeMillis();
    try (Connection connection = database.connect();
        PreparedStatement lease = connection.prepareStatement(LEASE)) {
      lease.setLong(1, floor);
      lease.setInt(2, most);
      lease.setLong(3, now);
      lease.setLong(4, now);
      lease.setLong(5, now + MINUTE);
      try (ResultSet rows = lease.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getObject(1, UUID.class));
          payloads.add(new String(rows.getBytes(2), UTF_8));
          last = Math.max(last, rows.getLong(3));
        }
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
    return last;
  }

  private void settleAll(LinkedBlockingQueue<UUID[]> run) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        settle(run.take());
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void settle(UUID[] ids) {
    try (Connection connection = database.connect();
        PreparedStatement settle = connection.prepareStatement(SETTLE)) {
      settle.setArray(1, connection.createArrayOf("uuid", ids));
      settle.executeUpdate();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void end(Thread thread) {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
