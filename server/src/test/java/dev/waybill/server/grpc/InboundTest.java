package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.FREE_PORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.waybill.Code;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.EnqueueJobsRequest;
import dev.waybill.proto.v1.UpdateJobVisibilitiesRequest;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The memory of a message is estimated before it is parsed.
@Timeout(120)
final class InboundTest {

  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path folder;

  @Test
  void a_small_message_that_would_expand_to_gigabytes_is_refused_before_it_is_parsed() {
    try (Locked server = new Locked(folder, FREE_PORT)) {
      EnqueueJobsRequest bomb = empty(9_000_000);
      var producer = server.calls(server.key("acme", Scope.PRODUCE).text()).withCompression("gzip");
      assertThat(status(() -> producer.enqueueJobs(bomb)))
          .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      var reader = server.calls(server.key("acme", Scope.READ).text()).withCompression("gzip");
      assertThat(status(() -> reader.enqueueJobs(bomb))).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(producer.enqueueJobs(empty(3)).getResultsCount()).isEqualTo(3);
    }
  }

  @Test
  void the_length_of_a_list_is_checked_before_its_items_are_read() {
    try (Locked server = new Locked(folder, FREE_PORT)) {
      String all = server.key("acme", Scope.values()).text();
      Served.assertRefused(
          () -> server.calls(all).enqueueJobs(empty(10_001)),
          Status.Code.INVALID_ARGUMENT,
          Code.TOO_MANY_ITEMS);
      UpdateJobVisibilitiesRequest tokens =
          UpdateJobVisibilitiesRequest.newBuilder()
              .addAllTaskTokens(Collections.nCopies(1_001, "t"))
              .build();
      Served.assertRefused(
          () -> server.calls(all).updateJobVisibilities(tokens),
          Status.Code.INVALID_ARGUMENT,
          Code.TOO_MANY_ITEMS);
    }
  }

  @Test
  void the_messages_of_all_calls_share_a_memory_budget() {
    try (Locked server = new Locked(folder, FREE_PORT.withAllRequestBytes(3L * MEGABYTE))) {
      var calls = server.calls(server.key("acme", Scope.PRODUCE).text());
      EnqueueJobRequest fits = payload(MEGABYTE);
      EnqueueJobRequest tooMuch = payload(2 * MEGABYTE);
      for (int i = 0; i < 5; i++) {
        assertThat(status(() -> calls.enqueueJob(tooMuch)))
            .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(calls.enqueueJob(fits).getJobId()).isNotEmpty();
      }
    }
  }

  @Test
  void bytes_count_towards_the_budget_while_they_arrive() throws Exception {
    Budget budget = new Budget(MEGABYTE);
    ServerStreamTracer.Factory arriving = Arriving.within(budget);
    ServerStreamTracer half = arriving.newServerStreamTracer("m", new Metadata());
    half.inboundWireSize(MEGABYTE / 2);
    half.inboundWireSize(MEGABYTE / 4);
    ServerStreamTracer other = arriving.newServerStreamTracer("m", new Metadata());
    CountDownLatch refused = new CountDownLatch(1);
    other.filterContext(Context.ROOT).run(() -> Arriving.onTooMuch(refused::countDown));
    other.inboundWireSize(MEGABYTE / 4);
    assertThat(refused.getCount()).isOne();
    other.inboundWireSize(MEGABYTE / 4);
    assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
    half.streamClosed(Status.OK);
    other.streamClosed(Status.OK);
    assertThat(budget.take(MEGABYTE)).isTrue();
  }

  @Test
  void the_estimate_follows_the_objects_and_not_the_bytes() throws IOException {
    byte[] jobs = empty(1_000).toByteArray();
    assertThat(jobs).hasSize(2_000);
    assertThat(WireWeight.of(jobs, EnqueueJobsRequest.getDescriptor())).isGreaterThan(250_000);
    byte[] payload = payload(100_000).toByteArray();
    assertThat(WireWeight.of(payload, EnqueueJobRequest.getDescriptor())).isLessThan(101_000);
    UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
    for (int number = 1_000; number < 2_000; number++) {
      unknown.mergeVarintField(number, 1);
    }
    byte[] strange =
        EnqueueJobRequest.newBuilder().setUnknownFields(unknown.build()).build().toByteArray();
    assertThat(WireWeight.of(strange, EnqueueJobRequest.getDescriptor())).isGreaterThan(250_000);
  }

  private static EnqueueJobsRequest empty(int jobs) {
    return EnqueueJobsRequest.newBuilder()
        .addAllJobs(Collections.nCopies(jobs, EnqueueJobRequest.getDefaultInstance()))
        .build();
  }

  private static EnqueueJobRequest payload(int bytes) {
    return EnqueueJobRequest.newBuilder()
        .setType("t")
        .setPayload(ByteString.copyFrom(new byte[bytes]))
        .build();
  }

  private static Status.Code status(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    return refused == null ? Status.Code.OK : refused.getStatus().getCode();
  }
}
