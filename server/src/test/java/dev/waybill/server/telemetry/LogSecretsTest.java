package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Neither credentials nor payloads are logged, at any level and by any library.
@Timeout(180)
@Isolated("captures standard error and changes the levels of all loggers")
class LogSecretsTest {

  private static final String KEY = "wbk_SECRETKEY";
  private static final String PAYLOAD = "PAYLOADSECRET";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  @TempDir Path folder;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream standardError = System.err;

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() throws IOException {
    System.setErr(standardError);
    LogManager.getLogManager().readConfiguration();
  }

  @Test
  void debug_logs_job_steps_and_nothing_of_libraries() {
    Logs.configure("json", "debug");
    call();
    assertThat(log())
        .contains("\"logger\":\"dev.waybill.jobs\"")
        .doesNotContain(KEY)
        .doesNotContain(PAYLOAD);
  }

  @Test
  void a_library_with_a_lowered_level_logs_no_debug_entries() {
    Logs.configure("text", "debug");
    List<Logger> libraries =
        List.of("org.eclipse.jetty", "io.grpc", "io.netty", "io.nats", "io.opentelemetry").stream()
            .map(Logger::getLogger)
            .toList();
    libraries.forEach(library -> library.setLevel(Level.ALL));
    call();
    assertThat(log()).contains(" enqueued").doesNotContain(KEY).doesNotContain(PAYLOAD);
  }

  /// With and without a key: a server without keys rejects a caller that sends one.
  private void call() {
    try (Observed server = new Observed(folder)) {
      String job = "{\"type\":\"a\",\"payload\":\"" + PAYLOAD + "\"}";
      server.post("/v1/jobs", job, "Authorization", "Bearer " + KEY);
      server.post("/v1/jobs", job);
      ManagedChannel channel =
          Grpc.newChannelBuilder(server.service.grpcAddress(), InsecureChannelCredentials.create())
              .build();
      try {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + KEY);
        enqueue(
            JobServiceGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)));
        enqueue(JobServiceGrpc.newBlockingStub(channel));
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static void enqueue(JobServiceGrpc.JobServiceBlockingStub stub) {
    try {
      var _ =
          stub.enqueueJob(
              EnqueueJobRequest.newBuilder()
                  .setType("a")
                  .setPayload(ByteString.copyFromUtf8("\"" + PAYLOAD + "\""))
                  .build());
    } catch (StatusRuntimeException refused) {
      assertThat(refused.getStatus().getCode()).isNotNull();
    }
  }

  private String log() {
    return written.toString(StandardCharsets.UTF_8);
  }
}
