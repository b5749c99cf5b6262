package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.spi.QueueKey;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NewsTest {

  /// One step on the server, so the reader cannot follow.
  private static final String MANY =
      """
      redis.call('XADD', KEYS[1], '*', 'q', 'tenant\\0first')
      for _ = 1, 6000 do
        redis.call('XADD', KEYS[1], 'MAXLEN', '~', 4096, '*', 'q', 'tenant\\0other')
      end
      return 1
      """;

  @Test
  void a_reader_that_missed_wake_ups_wakes_everyone() {
    try (RedisServer server = RedisServer.start();
        RedisLink link = RedisLink.open(server.config());
        News news = new News(link);
        var watch = news.queues().watch(new QueueKey("tenant", "first"))) {
      RedisCluster.on(
          server,
          redis ->
              redis.<Long>eval(MANY, ScriptOutputType.INTEGER, new String[] {"waybill:{0}:news"}));
      assertThat(watch.await(Duration.ofSeconds(20).toNanos())).isTrue();
    }
  }
}
