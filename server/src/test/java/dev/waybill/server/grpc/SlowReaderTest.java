package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.FREE_PORT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.JobEvent;
import dev.waybill.proto.v1.NewEvent;
import dev.waybill.proto.v1.PublishEventsRequest;
import dev.waybill.proto.v1.StreamEventsRequest;
import io.grpc.Status;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures the heap")
class SlowReaderTest {

  private static final int EVENTS = 10_000;
  private static final ByteString TEN_KILOBYTES = ByteString.copyFrom(new byte[10_000]);
  private static final long MEGABYTE = 1_000_000;

  @TempDir Path folder;
  private final Overheard overheard = new Overheard();
  private Served served;
  private DequeuedJob job;

  @BeforeEach
  void open() {
    served = new Served(overheard.over(Waybill.open(folder)), FREE_PORT);
    served.enqueue("resize");
    job = served.dequeue();
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  @Seed("S4.17")
  void a_stalled_reader_costs_little_and_then_gets_everything() throws Exception {
    Collected reader = stream(Collected.standingStill());
    overheard.awaitCall("follow");
    long before = heap();
    publishAll();
    // The store writes its history in the background.
    eventually(() -> assertThat(heap() - before).isLessThan(40 * MEGABYTE));
    assertThat(overheard.eventsRead.get()).isLessThan(EVENTS / 10);
    served.complete(job);
    reader.ask(EVENTS);
    assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
    assertThat(reader.events().stream().map(JobEvent::getSequence))
        .isEqualTo(LongStream.rangeClosed(1, EVENTS).boxed().toList());
  }

  @Test
  void stalled_readers_do_not_block_others_on_the_same_connection() throws Exception {
    List<Collected> still = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      still.add(stream(Collected.standingStill()));
      overheard.awaitCall("follow");
    }
    Collected quick = stream(new Collected());
    publish(1);
    served.complete(job);
    assertThat(quick.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
    assertThat(quick.events()).hasSize(1_000);
    assertThat(still).allSatisfy(reader -> assertThat(reader.events()).isEmpty());
  }

  private Collected stream(Collected reader) {
    served.streams.streamEvents(
        StreamEventsRequest.newBuilder().setJobId(job.getJob().getJobId()).build(), reader);
    return reader;
  }

  private void publishAll() {
    for (int first = 1; first < EVENTS; first += 1_000) {
      publish(first);
    }
  }

  private void publish(int first) {
    PublishEventsRequest.Builder events =
        PublishEventsRequest.newBuilder().setTaskToken(job.getTaskToken());
    for (int sequence = first; sequence < first + 1_000; sequence++) {
      events.addEvents(
          NewEvent.newBuilder().setSequence(sequence).setType("output").setData(TEN_KILOBYTES));
    }
    served.calls.publishEvents(events.build());
  }

  /// The used heap after a garbage collection.
  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
