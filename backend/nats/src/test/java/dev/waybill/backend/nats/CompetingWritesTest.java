package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.conformance.NatsProcess.Release;
import dev.waybill.conformance.Promise;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Two servers write to the same subject of a stream with three replicas.
@Timeout(600)
final class CompetingWritesTest {

  /// On nats-server 2.9 the check of expected revisions alone lets about every second pair pass.
  @ParameterizedTest
  @EnumSource
  @Promise({"L1", "L2"})
  void one_of_two_competing_writes_succeeds(Release release) throws Exception {
    try (Cluster cluster = Cluster.start(release);
        NatsLink one = cluster.link();
        NatsLink other = cluster.link();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SubjectWrites here = new SubjectWrites(one.connection(), true);
      SubjectWrites there = new SubjectWrites(other.connection(), true);
      for (int round = 0; round < 200; round++) {
        String subject = "wb.events.race." + round;
        long first = winner(threads, here, there, subject, 0);
        assertThat(winner(threads, here, there, subject, first)).isGreaterThan(first);
      }
    }
  }

  private static long winner(
      ExecutorService threads,
      SubjectWrites here,
      SubjectWrites there,
      String subject,
      long expected)
      throws Exception {
    Future<Written> one =
        threads.submit(() -> here.write(write(subject, expected, "here after " + expected)));
    Future<Written> other =
        threads.submit(() -> there.write(write(subject, expected, "there after " + expected)));
    List<Written> stored =
        Stream.of(one.get(), other.get()).filter(Written.At.class::isInstance).toList();
    assertThat(stored).as("of two that expect %d", expected).hasSize(1);
    return ((Written.At) stored.getFirst()).revision();
  }

  private static Put write(String subject, long expected, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return Put.of(JobSubjects.EVENTS, subject, expected, bytes);
  }
}
