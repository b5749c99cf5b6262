package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.assertSays;
import static dev.waybill.server.grpc.Served.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.JobEvent;
import dev.waybill.proto.v1.NewEvent;
import dev.waybill.proto.v1.PublishEventsRequest;
import dev.waybill.proto.v1.ReleaseJobRequest;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.proto.v1.StreamEventsResponse;
import io.grpc.Context;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamEventsCallTest {

  @TempDir Path folder;
  private final Overheard overheard = new Overheard();
  private Served served;
  private DequeuedJob job;
  private StreamEventsRequest all;

  @BeforeEach
  void open() {
    served = new Served(overheard.over(Waybill.open(folder)), FREE_PORT);
    served.enqueue("resize");
    job = served.dequeue();
    all = StreamEventsRequest.newBuilder().setJobId(job.getJob().getJobId()).build();
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  @Seed({"S4.9", "S4.17"})
  void a_stream_replays_stored_events_and_ends_with_its_job() {
    publish(1, 3);
    served.complete(job);
    List<JobEvent> events = read(all);
    assertThat(sequences(events)).containsExactly(1L, 2L, 3L);
    JobEvent first = events.getFirst();
    assertThat(first.getJobId()).isEqualTo(job.getJob().getJobId());
    assertThat(first.getAttempt()).isEqualTo(1);
    assertThat(first.getType()).isEqualTo("odd");
    assertThat(first.getData()).isEqualTo(bytes("data 1"));
  }

  @Test
  @Seed("S4.15")
  void an_event_without_a_time_gets_the_current_one() {
    Timestamp given = Timestamp.newBuilder().setSeconds(1_800_000_000L).setNanos(5_000_000).build();
    served.calls.publishEvents(
        PublishEventsRequest.newBuilder()
            .setTaskToken(job.getTaskToken())
            .addEvents(NewEvent.newBuilder().setSequence(1).setType("a"))
            .addEvents(NewEvent.newBuilder().setSequence(2).setType("a").setTimestamp(given))
            .build());
    served.complete(job);
    List<JobEvent> events = read(all);
    assertThat(events.get(0).getTimestamp().getSeconds()).isGreaterThan(1_600_000_000L);
    assertThat(events.get(1).getTimestamp()).isEqualTo(given);
  }

  @Test
  void a_stream_can_start_at_a_sequence_of_an_attempt() {
    publish(1, 5);
    served.calls.releaseJob(
        ReleaseJobRequest.newBuilder().setTaskToken(job.getTaskToken()).build());
    job = served.dequeue();
    publish(1, 4);
    served.complete(job);
    assertThat(sequences(read(all))).containsExactly(1L, 2L, 3L, 4L, 5L, 1L, 2L, 3L, 4L);
    assertThat(sequences(read(all.toBuilder().setFromSequence(4).build())))
        .containsExactly(4L, 5L, 1L, 2L, 3L, 4L);
    StreamEventsRequest resumed = all.toBuilder().setFromAttempt(2).setFromSequence(3).build();
    assertThat(sequences(read(resumed))).containsExactly(3L, 4L);
  }

  @Test
  @Seed("S4.17")
  void a_stream_can_be_filtered_by_type_and_by_time() {
    publish(1, 6);
    Timestamp far = Timestamp.newBuilder().setSeconds(1_990_000_000L).build();
    served.calls.publishEvents(
        PublishEventsRequest.newBuilder()
            .setTaskToken(job.getTaskToken())
            .addEvents(NewEvent.newBuilder().setSequence(7).setType("late").setTimestamp(far))
            .build());
    served.complete(job);
    assertThat(sequences(read(all.toBuilder().addEventTypes("even").build())))
        .containsExactly(2L, 4L, 6L);
    assertThat(sequences(read(all.toBuilder().addEventTypes("even").addEventTypes("late").build())))
        .containsExactly(2L, 4L, 6L, 7L);
    assertThat(sequences(read(all.toBuilder().setFromTimestamp(far).build()))).containsExactly(7L);
  }

  @Test
  void a_negative_position_is_refused() {
    for (StreamEventsRequest bad :
        List.of(
            all.toBuilder().setFromSequence(-1).build(),
            all.toBuilder().setFromSequence(Long.MIN_VALUE).build(),
            all.toBuilder().setFromAttempt(-1).build())) {
      Served.assertRefused(
          () -> served.calls.streamEvents(bad).next(),
          Status.Code.INVALID_ARGUMENT,
          Code.INVALID_ARGUMENT);
    }
  }

  @Test
  @Seed("S4.17")
  void readers_that_join_at_any_time_get_every_event_once() throws Exception {
    List<Collected> readers = new ArrayList<>();
    for (int from = 1; from < 3_000; from += 10) {
      publish(from, from + 9);
      if (from % 500 == 1) {
        readers.add(stream(all));
      }
    }
    readers.add(stream(all));
    served.complete(job);
    List<Long> expected = LongStream.rangeClosed(1, 3_000).boxed().toList();
    for (Collected reader : readers) {
      assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
      assertThat(sequences(reader.events())).isEqualTo(expected);
    }
  }

  @Test
  void two_hundred_concurrent_streams_get_every_event() throws Exception {
    List<Collected> readers = IntStream.range(0, 200).mapToObj(_ -> stream(all)).toList();
    for (int i = 0; i < 200; i++) {
      overheard.awaitCall("follow");
    }
    publish(1, 50);
    publish(51, 100);
    served.complete(job);
    List<Long> expected = LongStream.rangeClosed(1, 100).boxed().toList();
    for (Collected reader : readers) {
      assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
      assertThat(sequences(reader.events())).isEqualTo(expected);
    }
  }

  @Test
  void closing_the_server_tells_readers_to_resume() throws Exception {
    publish(1, 2);
    Collected reader = stream(all);
    reader.awaitEvents(2);
    served.server.close();
    assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertSays(reader.refusal(), Code.CLOSED);
  }

  @Test
  void a_stream_stops_reading_when_its_reader_disconnects() throws Exception {
    Context.CancellableContext patience = Context.current().withCancellation();
    Collected reader = patience.call(() -> stream(all));
    publish(1, 1);
    reader.awaitEvents(1);
    patience.cancel(null);
    assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.CANCELLED);
    overheard.awaitStreamEnded();
  }

  private Collected stream(StreamEventsRequest request) {
    Collected reader = new Collected();
    served.streams.streamEvents(request, reader);
    return reader;
  }

  private List<JobEvent> read(StreamEventsRequest request) {
    List<JobEvent> events = new ArrayList<>();
    served
        .calls
        .streamEvents(request)
        .forEachRemaining((StreamEventsResponse next) -> events.add(next.getEvent()));
    return events;
  }

  private void publish(long first, long last) {
    PublishEventsRequest.Builder events =
        PublishEventsRequest.newBuilder().setTaskToken(job.getTaskToken());
    for (long sequence = first; sequence <= last; sequence++) {
      events.addEvents(
          NewEvent.newBuilder()
              .setSequence(sequence)
              .setType(sequence % 2 == 0 ? "even" : "odd")
              .setData(bytes("data " + sequence)));
    }
    served.calls.publishEvents(events.build());
  }

  private static List<Long> sequences(List<JobEvent> events) {
    return events.stream().map(JobEvent::getSequence).toList();
  }
}
