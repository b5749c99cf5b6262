package dev.waybill.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.proto.v1.CompleteJobRequest;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.Outcome;
import dev.waybill.server.auth.Access;
import dev.waybill.settings.Settings;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// A real server on a free port with a store in a directory, and a client.
final class Served implements AutoCloseable {

  static final GrpcSettings FREE_PORT = GrpcSettings.DEFAULT.withPort(0);

  final Waybill waybill;
  final GrpcServer server;
  final ManagedChannel channel;
  final JobServiceGrpc.JobServiceBlockingStub calls;
  final JobServiceGrpc.JobServiceStub streams;
  final JobServiceGrpc.JobServiceFutureStub futures;

  Served(Waybill waybill, GrpcSettings settings) {
    this(waybill, settings, Access.open());
  }

  Served(Waybill waybill, GrpcSettings settings, Access access) {
    this.waybill = waybill;
    server = GrpcServer.start(waybill, settings, access);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port())
            .usePlaintext()
            .maxInboundMessageSize(64 * 1024 * 1024)
            .build();
    calls = JobServiceGrpc.newBlockingStub(channel);
    streams = JobServiceGrpc.newStub(channel);
    futures = JobServiceGrpc.newFutureStub(channel);
  }

  static Served in(Path folder) {
    return in(folder, Settings.DEFAULT, FREE_PORT);
  }

  static Served in(Path folder, Settings settings, GrpcSettings grpc) {
    return in(folder, settings, grpc, Access.open());
  }

  static Served in(Path folder, Settings settings, GrpcSettings grpc, Access access) {
    return new Served(Waybill.open(folder, settings), grpc, access);
  }

  String enqueue(String type) {
    return calls.enqueueJob(job(type)).getJobId();
  }

  DequeuedJob dequeue() {
    List<DequeuedJob> jobs = calls.dequeueJobs(dequeue(1)).getJobsList();
    assertThat(jobs).hasSize(1);
    return jobs.getFirst();
  }

  void complete(DequeuedJob job) {
    calls.completeJob(done(job));
  }

  static EnqueueJobRequest job(String type) {
    return EnqueueJobRequest.newBuilder().setType(type).build();
  }

  static DequeueJobsRequest dequeue(int max) {
    return DequeueJobsRequest.newBuilder().setWorker("tester").setMaxJobs(max).build();
  }

  static CompleteJobRequest done(DequeuedJob job) {
    return CompleteJobRequest.newBuilder()
        .setTaskToken(job.getTaskToken())
        .setOutcome(
            Outcome.newBuilder().setDone(Outcome.Done.newBuilder().setResult(bytes("fine"))))
        .build();
  }

  static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  /// Asserts that the call fails with this status and this code in the trailers.
  static void assertRefused(ThrowingCallable call, Status.Code status, Code code) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused).as("refusal").isNotNull();
    assertThat(refused.getStatus().getCode()).as(refused.getMessage()).isEqualTo(status);
    assertSays(refused, code);
  }

  /// Asserts that the call is refused because of these fields.
  static void assertInvalidFields(ThrowingCallable call, String... pointers) throws IOException {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused).as("refusal").isNotNull();
    com.google.rpc.Status status = Objects.requireNonNull(StatusProto.fromThrowable(refused));
    assertThat(status.getDetails(1).unpack(BadRequest.class).getFieldViolationsList())
        .extracting(BadRequest.FieldViolation::getField)
        .containsExactly(pointers);
  }

  static void assertSays(StatusRuntimeException refused, Code code) {
    Metadata trailers = Objects.requireNonNull(refused.getTrailers());
    assertThat(trailers.get(GrpcErrors.CODE)).isEqualTo(code.wire());
    assertThat(trailers.get(GrpcErrors.RETRYABLE)).isEqualTo("" + code.isRetryable());
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
    waybill.close();
  }
}
