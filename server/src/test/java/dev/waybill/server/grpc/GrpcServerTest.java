package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.dequeue;
import static dev.waybill.server.grpc.Served.done;
import static dev.waybill.server.grpc.Served.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.util.concurrent.ListenableFuture;
import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.proto.v1.GetJobResponse;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Authenticator;
import dev.waybill.server.auth.Caller;
import dev.waybill.settings.Settings;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrpcServerTest {

  private static final Metadata.Key<String> TENANT =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final ListJobsRequest ALL = ListJobsRequest.getDefaultInstance();

  @TempDir Path folder;

  @Test
  void a_worker_without_a_lease_duration_gets_the_default() {
    Settings settings = Settings.DEFAULT.withDefaultLeaseDuration(Duration.ofMinutes(5));
    try (Served served = Served.in(folder, settings, Served.FREE_PORT)) {
      served.enqueue("resize");
      assertThat(served.dequeue().getVisibilityTimeout()).isEqualTo(Served.seconds(300));
    }
  }

  @Test
  void the_health_service_reports_serving() {
    try (Served served = Served.in(folder)) {
      HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(served.channel);
      for (String service : new String[] {"", JobServiceGrpc.SERVICE_NAME}) {
        assertThat(
                health
                    .check(HealthCheckRequest.newBuilder().setService(service).build())
                    .getStatus())
            .isEqualTo(ServingStatus.SERVING);
      }
    }
  }

  @Test
  void reflection_lists_the_services() throws Exception {
    try (Served served = Served.in(folder)) {
      CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
      StreamObserver<ServerReflectionRequest> ask =
          ServerReflectionGrpc.newStub(served.channel).serverReflectionInfo(first(answer));
      ask.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
      assertThat(
              answer.get(20, TimeUnit.SECONDS).getListServicesResponse().getServiceList().stream()
                  .map(ServiceResponse::getName))
          .contains("waybill.v1.JobService", "grpc.health.v1.Health");
      ask.onCompleted();
    }
  }

  @Test
  void the_error_for_a_port_in_use_names_the_port() {
    try (Served served = Served.in(folder)) {
      GrpcSettings same = FREE_PORT.withPort(served.server.port());
      assertThatThrownBy(() -> GrpcServer.start(served.waybill, same))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("127.0.0.1:" + served.server.port());
    }
  }

  @Test
  void a_closing_server_refuses_new_calls_and_answers_active_ones() throws Exception {
    Overheard overheard = new Overheard();
    CountDownLatch go = new CountDownLatch(1);
    overheard.before("find", () -> await(go));
    try (Served served = new Served(overheard.over(Waybill.open(folder)), FREE_PORT)) {
      GetJobRequest get = GetJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
      ListenableFuture<GetJobResponse> running = served.futures.getJob(get);
      overheard.awaitCall("find");
      Thread closing = Thread.ofVirtual().start(served.server::close);
      eventually(() -> assertStatus(() -> served.calls.listJobs(ALL), Status.Code.UNAVAILABLE));
      go.countDown();
      assertThat(running.get(20, TimeUnit.SECONDS).hasJob()).isTrue();
      closing.join();
    }
  }

  @Test
  void a_call_that_exceeds_the_grace_is_ended() throws Exception {
    Overheard overheard = new Overheard();
    CountDownLatch go = new CountDownLatch(1);
    overheard.before("find", () -> await(go));
    GrpcSettings brief = FREE_PORT.withGrace(Duration.ofMillis(50));
    try (Served served = new Served(overheard.over(Waybill.open(folder)), brief)) {
      GetJobRequest get = GetJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
      ListenableFuture<GetJobResponse> running = served.futures.getJob(get);
      overheard.awaitCall("find");
      Thread closing = Thread.ofVirtual().start(served.server::close);
      assertThatThrownBy(() -> running.get(20, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(StatusRuntimeException.class);
      go.countDown();
      closing.join();
    }
  }

  @Test
  void tenants_cannot_see_each_others_jobs() {
    Authenticator byName =
        shown ->
            Optional.of(new Caller("" + shown.authorization(), "test", EnumSet.allOf(Scope.class)));
    try (Served served = Served.in(folder, Settings.DEFAULT, FREE_PORT, Access.of(byName))) {
      var acme = as(served, "acme");
      var other = as(served, "other");
      String id = acme.enqueueJob(job("resize")).getJobId();
      GetJobRequest get = GetJobRequest.newBuilder().setJobId(id).build();
      assertRefused(() -> other.getJob(get), Status.Code.NOT_FOUND, Code.NOT_FOUND);
      assertThat(other.listJobs(ALL).getJobsList()).isEmpty();
      assertThat(other.dequeueJobs(dequeue(1)).getJobsList()).isEmpty();
      DequeuedJob mine = acme.dequeueJobs(dequeue(1)).getJobs(0);
      assertRefused(
          () -> other.completeJob(done(mine)), Status.Code.INVALID_ARGUMENT, Code.INVALID_TOKEN);
      assertThat(acme.completeJob(done(mine))).isNotNull();
    }
  }

  @Test
  void a_caller_can_only_use_its_scopes() {
    Caller reader = new Caller(Waybill.DEFAULT_TENANT, "reader", Set.of(Scope.READ));
    Access access = Access.of(_ -> Optional.of(reader));
    try (Served served = Served.in(folder, Settings.DEFAULT, FREE_PORT, access)) {
      assertThat(served.calls.listJobs(ALL)).isNotNull();
      assertStatus(() -> served.enqueue("resize"), Status.Code.PERMISSION_DENIED);
      assertStatus(() -> served.calls.dequeueJobs(dequeue(1)), Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void unauthenticated_calls_are_refused() {
    Access access = Access.of(_ -> Optional.empty());
    try (Served served = Served.in(folder, Settings.DEFAULT, FREE_PORT, access)) {
      assertStatus(() -> served.enqueue("resize"), Status.Code.UNAUTHENTICATED);
    }
  }

  private static JobServiceGrpc.JobServiceBlockingStub as(Served served, String tenant) {
    Metadata headers = new Metadata();
    headers.put(TENANT, tenant);
    return served.calls.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static void assertStatus(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, Status.Code status) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.getStatus().getCode()).isEqualTo(status);
  }

  private static <T> StreamObserver<T> first(CompletableFuture<T> answer) {
    return new StreamObserver<>() {
      @Override
      public void onNext(T next) {
        answer.complete(next);
      }

      @Override
      public void onError(Throwable thrown) {
        answer.completeExceptionally(thrown);
      }

      @Override
      public void onCompleted() {}
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
