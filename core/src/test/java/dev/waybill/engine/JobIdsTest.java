package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JobIdsTest {

  private final AtomicLong now = new AtomicLong(1_900_000_000_000L);
  private final JobIds ids =
      new JobIds((InstantSource) () -> Instant.ofEpochMilli(now.get()), new Random(7));

  @Test
  void an_id_is_a_uuid_of_version_7_that_begins_with_the_time() {
    JobId id = ids.next();
    UUID uuid = UUID.fromString(id.toString());
    assertThat(uuid.version()).isEqualTo(7);
    assertThat(uuid.variant()).isEqualTo(2);
    assertThat(uuid.getMostSignificantBits() >>> 16).isEqualTo(1_900_000_000_000L);
    assertThat(JobId.parse(id.toString())).isEqualTo(id);
  }

  @Test
  void ids_grow_within_a_millisecond_and_when_the_clock_is_set_back() {
    JobId before = ids.next();
    for (int i = 0; i < 20_000; i++) {
      if (i == 10_000) {
        now.addAndGet(-5_000);
      }
      JobId next = ids.next();
      assertThat(next).isGreaterThan(before);
      before = next;
    }
  }

  @Test
  void threads_never_get_the_same_id() throws InterruptedException {
    Set<JobId> seen = ConcurrentHashMap.newKeySet();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                for (int n = 0; n < 5_000; n++) {
                  seen.add(new JobId(ids.next().high(), 0));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).hasSize(40_000);
  }
}
