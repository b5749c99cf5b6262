package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.FREE_PORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Waybill;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.Books;
import dev.waybill.settings.Settings;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Limits and checks before authentication.
@Timeout(180)
final class GrpcUnauthenticatedTest {

  @TempDir private Path folder;

  @Test
  void an_open_server_accepts_only_host_names_of_this_machine() {
    try (Served served = Served.in(folder)) {
      for (String name : List.of("localhost:1", "127.0.0.1", "[::1]:7879")) {
        assertThat(list(served.channel, name)).as(name).isEqualTo(Status.Code.OK);
      }
      for (String name : List.of("evil.example:7879", "10.0.0.1", "localhost.evil.example")) {
        assertThat(list(served.channel, name)).as(name).isEqualTo(Status.Code.PERMISSION_DENIED);
      }
    }
  }

  @Test
  void an_open_server_refuses_calls_through_a_proxy() {
    try (Served served = Served.in(folder)) {
      Metadata headers = new Metadata();
      headers.put(
          Metadata.Key.of("x-forwarded-for", Metadata.ASCII_STRING_MARSHALLER), "192.0.2.1");
      Channel proxied =
          ClientInterceptors.intercept(
              served.channel, MetadataUtils.newAttachHeadersInterceptor(headers));
      assertThat(list(proxied, "localhost")).isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void health_checks_count_towards_the_rate_limit() {
    AccessSettings few = AccessSettings.DEFAULT.withRequestsPerSecond(5);
    try (Waybill waybill = Waybill.open(folder);
        ModelBackend store = new ModelBackend(Settings.DEFAULT)) {
      Books books = new Books(store.ledger(), Settings.DEFAULT.clock());
      Access access = Access.over(books, few);
      try (Served served = new Served(waybill, FREE_PORT, access)) {
        var health = HealthGrpc.newBlockingStub(served.channel);
        Status.Code last = Status.Code.OK;
        for (int i = 0; i < 200 && last == Status.Code.OK; i++) {
          last = status(() -> health.check(HealthCheckRequest.getDefaultInstance()));
        }
        assertThat(last).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      }
    }
  }

  @Test
  void health_watches_are_limited_per_address() throws Exception {
    try (Served served = Served.in(folder)) {
      Semaphore answered = new Semaphore(0);
      CompletableFuture<Throwable> refused = new CompletableFuture<>();
      for (int i = 0; i < 101; i++) {
        HealthGrpc.newStub(served.channel)
            .watch(HealthCheckRequest.getDefaultInstance(), watcher(answered, refused));
      }
      assertThat(answered.tryAcquire(100, 30, TimeUnit.SECONDS)).isTrue();
      assertThat(Status.fromThrowable(refused.get(30, TimeUnit.SECONDS)).getCode())
          .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }
  }

  @Test
  void connections_above_the_limits_are_closed() throws Exception {
    try (Served served = Served.in(folder, Settings.DEFAULT, FREE_PORT.withConnections(10, 2));
        Socket second = connect(served)) {
      Socket first = connect(served);
      eventually(() -> assertThat(served.server.connections()).isEqualTo(2));
      try (Socket third = connect(served)) {
        assertThat(isClosed(third)).isTrue();
      }
      first.close();
      eventually(() -> assertThat(served.server.connections()).isOne());
      assertThat(list(served.channel, "localhost")).isEqualTo(Status.Code.OK);
      assertThat(second.isClosed()).isFalse();
    }
    try (Served served = Served.in(folder, Settings.DEFAULT, FREE_PORT.withConnections(1, 0));
        Socket _ = connect(served)) {
      eventually(() -> assertThat(served.server.connections()).isOne());
      try (Socket surplus = connect(served)) {
        assertThat(isClosed(surplus)).isTrue();
      }
    }
  }

  @Test
  void reflection_supports_both_versions_and_can_be_disabled() {
    String older = "grpc.reflection.v1alpha.ServerReflection";
    try (Served served = Served.in(folder)) {
      assertThat(reflected(served.channel, ServerReflectionGrpc.SERVICE_NAME))
          .isEqualTo(Status.Code.OK);
      assertThat(reflected(served.channel, older)).isEqualTo(Status.Code.OK);
    }
    GrpcSettings silent = FREE_PORT.withReflection(false);
    try (Served served = Served.in(folder, Settings.DEFAULT, silent)) {
      assertThat(reflected(served.channel, ServerReflectionGrpc.SERVICE_NAME))
          .isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(reflected(served.channel, older)).isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  /// Both versions have the same messages under different names.
  private static Status.Code reflected(Channel channel, String service) {
    var method =
        ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
            .setFullMethodName(service + "/ServerReflectionInfo")
            .build();
    ServerReflectionRequest list = ServerReflectionRequest.newBuilder().setListServices("").build();
    CompletableFuture<Status> end = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> asking =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(method, CallOptions.DEFAULT), ending(end));
    asking.onNext(list);
    asking.onCompleted();
    return end.join().getCode();
  }

  private static StreamObserver<ServerReflectionResponse> ending(CompletableFuture<Status> end) {
    return new StreamObserver<>() {
      @Override
      public void onNext(ServerReflectionResponse response) {
        assertThat(response.getListServicesResponse().getServiceCount()).isPositive();
      }

      @Override
      public void onError(Throwable thrown) {
        end.complete(Status.fromThrowable(thrown));
      }

      @Override
      public void onCompleted() {
        end.complete(Status.OK);
      }
    };
  }

  private static StreamObserver<HealthCheckResponse> watcher(
      Semaphore answered, CompletableFuture<Throwable> refused) {
    return new StreamObserver<>() {
      @Override
      public void onNext(HealthCheckResponse response) {
        answered.release();
      }

      @Override
      public void onError(Throwable thrown) {
        refused.complete(thrown);
      }

      @Override
      public void onCompleted() {}
    };
  }

  private static Socket connect(Served served) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  /// An accepted connection begins with the settings of HTTP/2.
  private static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  private static Status.Code list(Channel channel, String authority) {
    return status(
        () ->
            ClientCalls.blockingUnaryCall(
                channel,
                JobServiceGrpc.getListJobsMethod(),
                CallOptions.DEFAULT.withAuthority(authority),
                ListJobsRequest.getDefaultInstance()));
  }

  private static Status.Code status(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    return refused == null ? Status.Code.OK : refused.getStatus().getCode();
  }
}
