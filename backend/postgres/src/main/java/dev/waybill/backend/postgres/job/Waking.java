package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.backend.support.Watches;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Wakes waiting calls: those of this server at once, those of other servers by NOTIFY. A
/// notification is only a hint: who waits looks again after [#POLL] at the latest.
public final class Waking implements AutoCloseable {

  /// How long a call waits at most before it looks again.
  public static final Duration POLL = Duration.ofSeconds(1);

  private static final Logger LOG = System.getLogger(Waking.class.getName());
  private static final int LISTEN_MILLIS = 500;
  private static final int MOST_PER_STATEMENT = 1_000;

  /// News of this time are sent together: a server that stores one job after the other would send
  /// as many notifications.
  private static final Duration BETWEEN_NOTIFICATIONS = Duration.ofMillis(5);

  private static final Duration RECONNECT = Duration.ofMillis(500);

  private final Database database;
  private final String channel;
  private final Watches<Integer> queues = new Watches<>();
  private final Watches<UUID> jobs = new Watches<>();
  private final Set<String> news = ConcurrentHashMap.newKeySet();
  private final Semaphore some = new Semaphore(0);
  private final Thread listener =
      Thread.ofPlatform().daemon().name("waybill-listen").unstarted(this::listen);
  private final Thread notifier =
      Thread.ofPlatform().daemon().name("waybill-notify").unstarted(this::send);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean closed;

  public Waking(Database database) {
    this.database = database;
    this.channel = database.names().schema() + "_news";
  }

  public Waking start() {
    listener.start();
    notifier.start();
    return this;
  }

  public Watches<Integer>.Watch watchQueue(int queue) {
    return queues.watch(queue);
  }

  public Watches<UUID>.Watch watchJob(UUID job) {
    return jobs.watch(job);
  }

  public void queueChanged(int queue) {
    queues.tell(queue);
    announce("q" + queue);
  }

  public void jobChanged(UUID job) {
    jobs.tell(job);
    announce("j" + job);
  }

  /// Tells only this server, for changes that few look at.
  public void jobEnded(UUID job) {
    if (!jobs.isEmpty()) {
      jobs.tell(job);
    }
  }

  private void announce(String what) {
    if (news.add(what)) {
      some.release();
    }
  }

  private void hear(String what) {
    try {
      if (what.startsWith("q")) {
        queues.tell(Integer.parseInt(what.substring(1)));
      } else if (what.startsWith("j")) {
        jobs.tell(UUID.fromString(what.substring(1)));
      }
    } catch (IllegalArgumentException foreign) {
      LOG.log(Level.DEBUG, "an unknown notification: {0}", what);
    }
  }

  private void listen() {
    boolean lost = false;
    while (!closed) {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("listen " + channel);
        if (lost) {
          LOG.log(Level.INFO, "listening to PostgreSQL again");
        }
        queues.tellEveryone();
        jobs.tellEveryone();
        hearAll(connection.unwrap(PGConnection.class));
      } catch (SQLException failure) {
        if (!lost && !closed) {
          LOG.log(Level.WARNING, "cannot listen to PostgreSQL: {0}", failure.getMessage());
        }
        lost = true;
        pause(RECONNECT);
      }
    }
  }

  private void pause(Duration time) {
    try {
      ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      closed = true;
    }
  }

  private void hearAll(PGConnection connection) throws SQLException {
    while (!closed) {
      PGNotification[] heard = connection.getNotifications(LISTEN_MILLIS);
      if (heard != null) {
        for (PGNotification one : heard) {
          hear(one.getParameter());
        }
      }
    }
  }

  private void send() {
    while (!closed) {
      rest(POLL);
      List<String> batch = news.stream().limit(MOST_PER_STATEMENT).toList();
      if (!batch.isEmpty()) {
        news.removeAll(Set.copyOf(batch));
        notify(batch);
        pause(BETWEEN_NOTIFICATIONS);
      }
    }
  }

  private void notify(List<String> batch) {
    try {
      database.readOnce(
          connection ->
              SqlQuery.of(connection, "select pg_notify(?, what) from unnest(?::text[]) as what")
                  .text(channel)
                  .texts(batch)
                  .list(row -> row));
    } catch (SQLException failure) {
      LOG.log(Level.DEBUG, "cannot notify other servers, which will poll", failure);
    }
  }

  /// Waits for a while, or until there are news.
  private void rest(Duration time) {
    try {
      if (some.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
        some.drainPermits();
      }
    } catch (InterruptedException interrupted) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    some.release();
    ended.countDown();
    queues.tellEveryone();
    jobs.tellEveryone();
  }
}
