package dev.waybill.backend.redis;

import dev.waybill.JobId;
import dev.waybill.backend.support.Watches;
import dev.waybill.spi.QueueKey;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

/// Wakes callers that wait for jobs or events. For each shard one thread waits on a blocking read
/// of the stream of wake-ups, whatever the number of callers. After a lost connection everybody is
/// woken, because wake-ups may have been missed.
final class News implements AutoCloseable {

  private static final Duration BLOCK = Duration.ofSeconds(30);
  private static final int AT_ONCE = 1_000;
  private static final Logger LOG = System.getLogger(News.class.getName());

  private final RedisLink link;
  private final Watches<QueueKey> queues = new Watches<>();
  private final Watches<JobId> jobs = new Watches<>();
  private final List<Reader> readers = new ArrayList<>();
  private volatile boolean closed;

  News(RedisLink link) {
    this.link = link;
    link.shards().forEach(shard -> readers.add(new Reader(shard)));
    readers.forEach(Reader::start);
  }

  Watches<QueueKey> queues() {
    return queues;
  }

  Watches<JobId> jobs() {
    return jobs;
  }

  @Override
  public void close() {
    closed = true;
    readers.forEach(Reader::close);
    wakeEveryone();
  }

  private void wakeEveryone() {
    queues.tellEveryone();
    jobs.tellEveryone();
  }

  private void tell(StreamMessage<byte[], byte[]> message) {
    message
        .getBody()
        .forEach(
            (kind, subject) -> {
              if (kind[0] == 'q') {
                String[] queue = ServerState.text(subject).split(Call.SEPARATOR, 2);
                queues.tell(new QueueKey(queue[0], queue[1]));
              } else {
                jobs.tell(RedisRows.key(subject).id());
              }
            });
  }

  /// Reads the wake-ups of one shard, beginning with those after it was created.
  private final class Reader implements AutoCloseable {

    private final byte[] stream;
    private final Thread thread;
    private final Connector.Line line = link.connect();
    private String last;

    Reader(Call.Prefix shard) {
      stream = shard.key("news");
      last = newest();
      thread = Thread.ofVirtual().name("waybill-redis-news").unstarted(this::run);
    }

    private String newest() {
      List<StreamMessage<byte[], byte[]>> found =
          link.command(
              "read wake-ups", to -> to.xrevrange(stream, Range.unbounded(), Limit.from(1)));
      return found.isEmpty() ? "0-0" : found.getFirst().getId();
    }

    void start() {
      thread.start();
    }

    private void run() {
      while (!closed) {
        try {
          read();
        } catch (ExecutionException | CancellationException | RedisException lost) {
          if (!closed) {
            LOG.log(Level.DEBUG, "waiting for Redis", lost);
            rest();
          }
        } catch (InterruptedException ended) {
          return;
        }
      }
    }

    @SuppressWarnings("unchecked") // an array of one stream
    private void read() throws ExecutionException, InterruptedException {
      List<StreamMessage<byte[], byte[]>> some =
          line.commands()
              .xread(
                  XReadArgs.Builder.block(BLOCK).count(AT_ONCE),
                  XReadArgs.StreamOffset.from(stream, last))
              .get();
      for (StreamMessage<byte[], byte[]> message : some) {
        last = message.getId();
        tell(message);
      }
      if (some.size() == AT_ONCE) {
        wakeEveryone(); // the stream keeps few wake-ups, and some may be gone
      }
    }

    /// Reads again soon. Everybody looks at the store, where their calls wait for the connection.
    private void rest() {
      try {
        link.retries().pauseSince(System.nanoTime());
        last = newest();
      } catch (RuntimeException unreachable) {
        LOG.log(Level.DEBUG, "Redis cannot be reached", unreachable);
      }
      wakeEveryone();
    }

    @Override
    public void close() {
      line.close();
      thread.interrupt();
    }
  }
}
