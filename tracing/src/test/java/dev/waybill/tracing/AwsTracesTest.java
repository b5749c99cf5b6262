package dev.waybill.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.conformance.AwsEmulator;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The calls of the store on AWS in a trace.
@Timeout(180)
final class AwsTracesTest {

  private static final Path ROOT = Path.of("..");

  @TempDir Path folder;

  @Test
  void a_call_of_dynamodb_is_a_child_of_the_operation_of_the_store() throws Exception {
    try (AwsEmulator dynamodb = AwsEmulator.dynamodb(ROOT);
        AwsEmulator sqs = AwsEmulator.sqs(ROOT);
        AwsEmulator s3 = AwsEmulator.s3(ROOT);
        Collector collector = new Collector();
        Service service = Service.start(config(dynamodb, sqs, s3), collector.environment());
        Waybill waybill = Waybill.connect(URI.create(service.httpAddress()))) {
      waybill.enqueue(NewJob.of("mail", ""));

      Span write = collector.spanNamed("DynamoDb.TransactWriteItems");
      assertThat(write.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
      Span append = collector.span(span -> span.getSpanId().equals(write.getParentSpanId()));
      assertThat(append.getName()).isEqualTo("store append");
      Span request = collector.spanNamed("POST /v1/jobs");
      assertThat(append.getTraceId()).isEqualTo(request.getTraceId());
    }
  }

  private dev.waybill.server.config.Config config(
      AwsEmulator dynamodb, AwsEmulator sqs, AwsEmulator s3) {
    return ConfigReader.read(
        null,
        Map.of(),
        Map.of(
            "store.url", "aws://us-east-1",
            "store.path", folder.toString(),
            "store.dynamodb.endpoint", dynamodb.url(),
            "store.sqs.endpoint", sqs.url(),
            "store.s3.endpoint", s3.url(),
            "server.port", "0",
            "server.grpc_port", "0"));
  }
}
