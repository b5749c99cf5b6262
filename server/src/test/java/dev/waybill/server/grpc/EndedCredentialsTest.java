package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.NewJob;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.server.auth.CallQuotas;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Streams and long polls end with their credential, and are limited per tenant.
@Timeout(180)
final class EndedCredentialsTest {

  @TempDir private Path folder;
  private Locked server;

  @BeforeEach
  void start() {
    server =
        new Locked(
            folder,
            FREE_PORT.withRecheck(Duration.ofMillis(100)),
            Locked.TOLERANT.withCalls(new CallQuotas.Limits(2, 1, 1)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_stream_ends_when_its_key_is_revoked() throws Exception {
    CreatedKey key = server.key("acme", Scope.READ);
    Collected reader = follow(later("acme"), key);
    eventually(() -> assertThat(server.server.streams()).isOne());
    server.keys().revoke("acme", key.key().id());
    assertThat(reader.awaitEnd().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    eventually(() -> assertThat(server.server.streams()).isZero());
  }

  @Test
  void a_long_poll_ends_when_its_key_is_revoked() {
    CreatedKey key = server.key("acme", Scope.WORK);
    var futures = JobServiceGrpc.newFutureStub(server.as(key.text()));
    var first = futures.dequeueJobs(waiting());
    var second = futures.dequeueJobs(waiting());
    eventually(() -> assertThat(first.isDone() || second.isDone()).isTrue());
    boolean firstRefused = first.isDone();
    var refused = firstRefused ? first : second;
    assertThat(code(refused)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    server.keys().revoke("acme", key.key().id());
    assertThat(code(firstRefused ? second : first)).isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  @Test
  void streams_are_limited_per_tenant() throws Exception {
    CreatedKey acme = server.key("acme", Scope.READ);
    CreatedKey other = server.key("other", Scope.READ);
    follow(later("acme"), acme);
    eventually(() -> assertThat(server.server.streams()).isOne());
    Status refused = follow(later("acme"), acme).awaitEnd();
    assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused.getDescription()).contains("limits.streams_per_tenant");
    follow(later("other"), other);
    eventually(() -> assertThat(server.server.streams()).isEqualTo(2));
  }

  private static Status.Code code(com.google.common.util.concurrent.ListenableFuture<?> answer) {
    ExecutionException failed =
        catchThrowableOfType(ExecutionException.class, () -> answer.get(30, TimeUnit.SECONDS));
    return failed.getCause() instanceof StatusRuntimeException refused
        ? refused.getStatus().getCode()
        : Status.Code.OK;
  }

  private static DequeueJobsRequest waiting() {
    return Served.dequeue(1).toBuilder().setWait(seconds(50)).build();
  }

  private String later(String tenant) {
    NewJob job = NewJob.builder("t").delay(Duration.ofDays(30)).build();
    return server.waybill.tenant(tenant).enqueue(job).id().toString();
  }

  private Collected follow(String job, CreatedKey key) {
    Collected reader = new Collected();
    JobServiceGrpc.newStub(server.as(key.text()))
        .streamEvents(StreamEventsRequest.newBuilder().setJobId(job).build(), reader);
    return reader;
  }
}
