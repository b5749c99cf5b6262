package dev.waybill.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.State;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// The worker has 64 MB of memory, including the store, and exits when it runs out.
class BigOutputTest extends ProcessTest {

  @Test
  void a_hundred_megabytes_need_little_memory() throws Exception {
    JobId id = shell("yes 'a line of output that is neither long nor short' | head -c 100000000");
    runElsewhere();
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
    assertThat(bytes(id)).isEqualTo(100_000_000);
  }

  @Test
  void many_lines_are_combined_into_few_events() throws Exception {
    JobId id = shell("seq 1 1000000");
    runElsewhere();
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
    byte[] output = output(id, "stdout");
    assertThat(output).hasSize(6_888_896);
    CRC32 expected = new CRC32();
    for (int line = 1; line <= 1_000_000; line++) {
      expected.update((line + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    CRC32 actual = new CRC32();
    actual.update(output);
    assertThat(actual.getValue()).isEqualTo(expected.getValue());
    assertThat(events(id)).hasSizeLessThan(1_000);
    assertNoGaps(id);
  }

  private void runElsewhere() throws Exception {
    waybill.close();
    try (OtherWorker other = OtherWorker.start(folder, "nothing")) {
      other.await("ready");
      other.finish();
    }
    open();
  }

  private long bytes(JobId id) {
    long sum = 0;
    List<JobEvent> page = waybill.events(id, EventCursor.START, 100);
    while (!page.isEmpty()) {
      for (JobEvent event : page) {
        Map<String, String> data = Json.read(event.data());
        sum += event.type().equals("Output") ? bytesOf(data).length : 0;
      }
      page = waybill.events(id, page.getLast().cursor(), 100);
    }
    return sum;
  }
}
