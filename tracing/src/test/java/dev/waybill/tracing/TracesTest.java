package dev.waybill.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.waybill.JobId;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewMessage;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.telemetry.ProgramTraces;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server, a worker and a producer, each with its own telemetry, that export to one collector.
@Timeout(180)
final class TracesTest {

  private static final String CALLERS_TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "00-" + CALLERS_TRACE + "-b7ad6b7169203331-01";

  @TempDir Path folder;
  private Collector collector;

  @BeforeEach
  void collect() throws Exception {
    collector = new Collector();
  }

  @AfterEach
  void stop() {
    collector.close();
  }

  @Test
  @Seed("S4.23")
  void a_job_is_traced_from_producer_to_server_to_worker() throws Exception {
    try (Service service = serve(collector.environment());
        ProgramTraces producer = ProgramTraces.start("shop", collector.environment());
        Waybill waybill = connect(service)) {
      JobId id = Tracing.of(producer.tracer()).enqueue(waybill, NewJob.of("mail", "")).id();
      BlockingQueue<String> heard = work(waybill, collector.environment(), Outcome.done());

      Span send = collector.spanNamed("send default");
      Span request = collector.spanNamed("POST /v1/jobs");
      assertThat(request.getTraceId()).isEqualTo(send.getTraceId());
      assertThat(request.getParentSpanId()).isEqualTo(send.getSpanId());

      Span process = collector.spanNamed("process default");
      assertThat(process.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CONSUMER);
      assertThat(process.getParentSpanId()).isEqualTo(ByteString.EMPTY);
      Span receive = collector.span(span -> isReceive(span) && span.getLinksCount() > 0);
      assertThat(process.getLinksList())
          .extracting(Span.Link::getSpanId)
          .containsExactly(send.getSpanId(), receive.getSpanId());
      assertThat(text(process, "messaging.message.id")).isEqualTo(id.toString());
      assertThat(heard.take()).contains(hex(process.getTraceId()) + "-" + hex(process.getSpanId()));

      Span publish = collector.spanNamed("POST /v1/leases/events");
      assertThat(publish.getParentSpanId()).isEqualTo(process.getSpanId());
      Span settle = collector.spanNamed("settle default");
      assertThat(settle.getParentSpanId()).isEqualTo(process.getSpanId());
      Span settled = collector.spanNamed("POST /v1/leases/settle");
      assertThat(settled.getParentSpanId()).isEqualTo(settle.getSpanId());
      assertThat(settled.getTraceId()).isEqualTo(process.getTraceId());
      assertThat(collector.services())
          .containsExactlyInAnyOrder("shop", "waybill-server", "waybill-worker");
    }
  }

  @Test
  @Seed("S2.30")
  void a_message_is_one_trace_from_its_caller_to_its_provider() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      waybill.messages().send(NewMessage.builder("email", "ada@example.org").text("Hi").build());

      Span send = collector.spanNamed("send email");
      Span call = collector.span(span -> span.getSpanId().equals(send.getParentSpanId()));
      assertThat(call.getName()).startsWith("POST /v1/messages");
      Span handoff = collector.spanNamed("handoff sandbox");
      assertThat(handoff.getTraceId()).isEqualTo(call.getTraceId());
      assertThat(handoff.getParentSpanId()).isEqualTo(send.getSpanId());
      assertThat(handoff.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
      assertThat(text(handoff, "waybill.attempt_no")).isEqualTo("1");
    }
  }

  @Test
  @Seed("S4.23")
  void an_http_dequeue_is_linked_to_the_producers_of_its_jobs() throws Exception {
    try (Service service = serve(collector.environment());
        ProgramTraces producer = ProgramTraces.start("shop", collector.environment());
        Waybill waybill = connect(service)) {
      JobId id = Tracing.of(producer.tracer()).enqueue(waybill, NewJob.of("mail", "")).id();
      work(waybill, collector.environment(), Outcome.done());

      Span send = collector.spanNamed("send default");
      Span receive = collector.span(span -> isReceive(span) && span.getLinksCount() > 0);
      assertThat(receive.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
      assertThat(receive.getLinks(0).getSpanId()).isEqualTo(send.getSpanId());
      assertThat(text(receive, "messaging.operation.type")).isEqualTo("receive");
      assertThat(text(receive, "messaging.message.id")).isEqualTo(id.toString());
      assertThat(number(receive, "messaging.batch.message_count")).isOne();

      Span call = collector.span(isChildOf("POST /v1/leases", receive));
      assertThat(call.getLinks(0).getSpanId()).isEqualTo(send.getSpanId());
      assertThat(text(call, "messaging.destination.name")).isEqualTo("default");
      assertThat(number(call, "messaging.batch.message_count")).isOne();
      assertThat(text(collector.span(isChildOf("store lease", call)), "db.operation.name"))
          .isEqualTo("lease");
    }
  }

  @Test
  @Seed("S4.23")
  void a_grpc_dequeue_is_linked_to_the_producers_of_its_jobs() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      for (int i = 0; i < 2; i++) {
        waybill.enqueue(NewJob.of("mail", "").toBuilder().traceContext(CALLER).build());
      }
      ManagedChannel channel =
          Grpc.newChannelBuilder(service.grpcAddress(), InsecureChannelCredentials.create())
              .build();
      try {
        var _ =
            JobServiceGrpc.newBlockingStub(channel)
                .dequeueJobs(DequeueJobsRequest.newBuilder().setWorker("w").setMaxJobs(10).build());
      } finally {
        channel.shutdownNow();
      }
      Span call = collector.spanNamed("waybill.v1.JobService/DequeueJobs");
      assertThat(call.getLinksList())
          .hasSize(2)
          .allMatch(link -> hex(link.getTraceId()).equals(CALLERS_TRACE));
      assertThat(number(call, "messaging.batch.message_count")).isEqualTo(2);
      assertThat(text(call, "messaging.destination.name")).isEqualTo("default");
    }
  }

  @Test
  @Seed("S4.23")
  void spans_of_events_and_settlements_have_queue_and_count() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      waybill.enqueue(NewJob.of("mail", "").toBuilder().queue("mails").build());
      Lease lease = waybill.lease(LeaseRequest.of("mails", "w")).getFirst();
      waybill.publish(lease.token(), List.of(event(1), event(2)));
      waybill.settle(List.of(new Settlement(lease.token(), Outcome.done())));
      for (String name : new String[] {"POST /v1/leases/events", "POST /v1/leases/settle"}) {
        Span call = collector.spanNamed(name);
        assertThat(text(call, "messaging.destination.name")).as(name).isEqualTo("mails");
        assertThat(number(call, "messaging.batch.message_count"))
            .isEqualTo(name.endsWith("events") ? 2 : 1);
        String operation = name.endsWith("events") ? "store publish" : "store apply";
        assertThat(collector.span(isChildOf(operation, call)).getTraceId())
            .isEqualTo(call.getTraceId());
      }
    }
  }

  @Test
  void exported_spans_have_service_version_and_instance() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      waybill.enqueue(NewJob.of("mail", ""));
      collector.spanNamed("POST /v1/jobs");
      assertThat(collector.resource("service.version")).isNotEmpty();
      assertThat(collector.resource("service.instance.id")).hasSize(36);
    }
    Map<String, String> told = new HashMap<>(collector.environment());
    told.put("OTEL_RESOURCE_ATTRIBUTES", "service.instance.id=one");
    try (Service service = serve(told);
        Waybill waybill = connect(service)) {
      waybill.stats();
      collector.spanNamed("GET /v1/queues");
      assertThat(collector.resource("service.instance.id")).isEqualTo("one");
    }
  }

  @Test
  void the_span_of_a_rejected_job_has_outcome_and_reason() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      waybill.enqueue(NewJob.of("mail", ""));
      work(waybill, collector.environment(), Outcome.reject("no address in it"));
      Span process = collector.spanNamed("process default");
      assertThat(text(process, "waybill.outcome")).isEqualTo("reject");
      assertThat(text(process, "error.type")).isEqualTo("reject");
      assertThat(process.getStatus().getMessage()).isEqualTo("no address in it");
    }
  }

  @Test
  void without_a_caller_context_the_job_keeps_the_context_of_the_call() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      JobId id = waybill.enqueue(NewJob.of("mail", "")).id();
      Span request = collector.spanNamed("POST /v1/jobs");
      assertThat(context(waybill, id).orElseThrow())
          .startsWith("00-" + hex(request.getTraceId()) + "-" + hex(request.getSpanId()) + "-0");
    }
  }

  @Test
  void the_context_of_the_caller_is_kept_when_tracing_is_off() {
    try (Service service = serve(Map.of());
        Waybill waybill =
            Waybill.connect(
                URI.create(service.httpAddress()),
                ConnectSettings.DEFAULT.withTraceparent(() -> Optional.of(CALLER)))) {
      JobId id = waybill.enqueue(NewJob.of("mail", "")).id();
      assertThat(context(waybill, id)).contains(CALLER);
    }
  }

  @Test
  @Seed("S4.21")
  void metrics_are_exported_and_health_checks_create_no_spans() throws Exception {
    try (Service service = serve(collector.environment());
        Waybill waybill = connect(service)) {
      waybill.stats();
      try (var client = java.net.http.HttpClient.newHttpClient()) {
        for (String path : new String[] {"/livez", "/readyz", "/metrics"}) {
          client.send(
              java.net.http.HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
                  .build(),
              java.net.http.HttpResponse.BodyHandlers.discarding());
        }
      }
      waybill.enqueue(NewJob.of("mail", ""));
      collector.awaitMetric("waybill.jobs.enqueued.total");
      collector.awaitMetric("waybill.queue.jobs");
      collector.spanNamed("POST /v1/jobs");
      assertThat(collector.names())
          .contains("GET /v1/queues", "POST /v1/jobs")
          .allMatch(name -> name.matches("(GET|POST) /v1/.*|store .*"));
    }
  }

  @Test
  @Seed("S4.21")
  void a_collector_that_never_answers_does_not_block_the_server() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> environment = new HashMap<>(Collector.environment(silent.getLocalPort()));
      environment.put("OTEL_BSP_MAX_QUEUE_SIZE", "64");
      environment.put("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "32");
      Service service = serve(environment);
      try (Waybill waybill = connect(service)) {
        for (int i = 0; i < 300; i++) {
          assertThat(waybill.enqueue(NewJob.of("mail", "")).duplicate()).isFalse();
        }
      }
      long began = System.nanoTime();
      service.close();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void a_server_with_invalid_telemetry_variables_still_serves() {
    try (Service service = serve(Map.of("OTEL_TRACES_EXPORTER", "no-such-thing"));
        Waybill waybill = connect(service)) {
      assertThat(waybill.enqueue(NewJob.of("mail", "")).duplicate()).isFalse();
    }
  }

  private Service serve(Map<String, String> environment) {
    Map<String, String> flags =
        Map.of("store.path", folder.toString(), "server.port", "0", "server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags), environment);
  }

  private static Waybill connect(Service service) {
    return Waybill.connect(
        URI.create(service.httpAddress()),
        ConnectSettings.DEFAULT.withTraceparent(Traceparent::current));
  }

  /// Runs a worker until one job has finished; returns the trace context that the handler saw.
  private static BlockingQueue<String> work(
      Waybill waybill, Map<String, String> environment, Outcome outcome)
      throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (ProgramTraces traces = ProgramTraces.start("waybill-worker", environment)) {
      Tracing tracing = Tracing.of(traces.tracer());
      JobSource source = tracing.source(waybill);
      Handler handler =
          task -> {
            task.publish("progress", "half");
            heard.put(task.traceparent().orElseThrow());
            return outcome;
          };
      try (Worker _ = Worker.builder(source).handle("mail", tracing.handler(handler)).start()) {
        heard.put(heard.take());
      }
    }
    return heard;
  }

  private static Optional<String> context(Waybill waybill, JobId id) {
    return Optional.ofNullable(waybill.find(id).orElseThrow().request().traceContext());
  }

  private static String text(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(name))
        .map(attribute -> attribute.getValue().getStringValue())
        .findFirst()
        .orElse("");
  }

  private static long number(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(name))
        .mapToLong(attribute -> attribute.getValue().getIntValue())
        .findFirst()
        .orElse(-1);
  }

  private static boolean isReceive(Span span) {
    return span.getName().equals("receive default");
  }

  private static Predicate<Span> isChildOf(String name, Span parent) {
    return span -> span.getName().equals(name) && span.getParentSpanId().equals(parent.getSpanId());
  }

  private static NewEvent event(long sequence) {
    return new NewEvent(sequence, "progress", null, Payload.of("half"));
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
