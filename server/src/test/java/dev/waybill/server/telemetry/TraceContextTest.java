package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A job keeps the trace of its producer, over every protocol.
@Timeout(180)
class TraceContextTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final Metadata.Key<String> TRACEPARENT =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  @TempDir Path folder;

  @Test
  void a_job_keeps_the_trace_of_a_producer_over_http() {
    try (Observed server = new Observed(folder)) {
      String made = server.post("/v1/jobs", "{\"type\":\"a\"}", "traceparent", TRACE);
      assertThat(traceOf(server, Observed.field(made, "id"))).isEqualTo(TRACE);
    }
  }

  @Test
  void the_trace_context_of_a_job_overrides_that_of_the_call() {
    String own = TRACE.replace('c', 'd');
    try (Observed server = new Observed(folder)) {
      String job = "{\"type\":\"a\",\"trace_context\":\"" + own + "\"}";
      String made = server.post("/v1/jobs", job, "traceparent", TRACE);
      assertThat(traceOf(server, Observed.field(made, "id"))).isEqualTo(own);
    }
  }

  @Test
  void an_event_keeps_the_trace_of_its_producer() {
    try (Observed server = new Observed(folder)) {
      server.send("PUT", "/v1/topics/news", "{}");
      server.send("PUT", "/v1/topics/news/subscriptions/all", "{\"queue\":\"q\"}");
      String body = "{\"events\":[{\"type\":\"t\",\"body\":{}}]}";
      String made = server.post("/v1/topics/news/events/batch", body, "traceparent", TRACE);
      assertThat(traceOf(server, Observed.field(made, "job_id"))).isEqualTo(TRACE);
    }
  }

  @Test
  void a_job_keeps_the_trace_of_a_producer_over_grpc() {
    try (Observed server = new Observed(folder)) {
      String address = server.service.grpcAddress();
      ManagedChannel channel =
          Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
      try {
        Metadata headers = new Metadata();
        headers.put(TRACEPARENT, TRACE);
        String id =
            JobServiceGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .enqueueJob(EnqueueJobRequest.newBuilder().setType("a").build())
                .getJobId();
        assertThat(traceOf(server, id)).isEqualTo(TRACE);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static String traceOf(Observed server, String id) {
    return Observed.field(server.get("/v1/jobs/" + id), "trace_context");
  }
}
