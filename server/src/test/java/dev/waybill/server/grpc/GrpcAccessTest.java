package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.FREE_PORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.Scope;
import dev.waybill.proto.v1.AddSuppressionRequest;
import dev.waybill.proto.v1.AddSuppressionsRequest;
import dev.waybill.proto.v1.CancelJobRequest;
import dev.waybill.proto.v1.DocumentServiceGrpc;
import dev.waybill.proto.v1.ImportSuppressionsRequest;
import dev.waybill.proto.v1.InsightServiceGrpc;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.MessageServiceGrpc;
import dev.waybill.proto.v1.RemoveSuppressionRequest;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.SuppressionServiceGrpc;
import dev.waybill.proto.v1.TemplateServiceGrpc;
import dev.waybill.proto.v1.TopicServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every method with every kind of credential.
@Timeout(180)
final class GrpcAccessTest {

  /// Not a valid message: a server that reads it before it authenticates the caller reports that.
  private static final byte[] GARBAGE = {(byte) 0xff, (byte) 0xff, (byte) 0xff};

  private static final byte[] EMPTY = {};

  @TempDir private Path folder;
  private Locked server;

  @BeforeEach
  void start() {
    server = new Locked(folder, FREE_PORT);
    server.key("acme", Scope.values());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void calls_without_a_valid_key_are_refused() {
    var revoked = server.key("acme", Scope.values());
    server.keys().revoke("acme", revoked.key().id());
    for (MethodDescriptor<?, ?> method : methods()) {
      assertThat(ask(method, EMPTY, server.channel())).isEqualTo(Status.Code.UNAUTHENTICATED);
      for (String key : List.of("wbk_" + "A".repeat(43), revoked.text())) {
        assertThat(ask(method, EMPTY, server.as(key)))
            .as(method.getFullMethodName())
            .isEqualTo(Status.Code.UNAUTHENTICATED);
      }
    }
  }

  @Test
  void each_method_checks_its_scope_before_its_message_is_read() {
    Map<Scope, Channel> keys = new EnumMap<>(Scope.class);
    for (Scope scope : Scope.values()) {
      keys.put(scope, server.as(server.key("acme", scope).text()));
    }
    for (MethodDescriptor<?, ?> method : methods()) {
      Set<Scope> open = EnumSet.noneOf(Scope.class);
      keys.forEach(
          (scope, channel) -> {
            if (ask(method, GARBAGE, channel) != Status.Code.PERMISSION_DENIED) {
              open.add(scope);
            }
          });
      assertThat(open).as(method.getFullMethodName()).hasSize(1).doesNotContain(Scope.ADMIN);
    }
  }

  @Test
  void a_malformed_message_is_an_invalid_argument() {
    Channel all = server.as(server.key("acme", Scope.values()).text());
    for (MethodDescriptor<?, ?> method : methods()) {
      assertThat(ask(method, GARBAGE, all))
          .as(method.getFullMethodName())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void a_refused_operator_is_recorded_in_the_audit_log() {
    Channel reader = server.as(server.key("acme", Scope.READ).text());
    ask(JobServiceGrpc.getCancelJobMethod(), EMPTY, reader);
    ask(JobServiceGrpc.getEnqueueJobMethod(), EMPTY, reader);
    assertThat(server.audit("acme"))
        .singleElement()
        .extracting(AuditEntry::action, AuditEntry::outcome, AuditEntry::address)
        .containsExactly("CancelJob", "permission_denied", "127.0.0.1");
  }

  @Test
  void an_audit_entry_contains_the_request() {
    String operator = server.key("acme", Scope.OPERATE).text();
    CancelJobRequest request =
        CancelJobRequest.newBuilder().setJobId("00000000-0000-7000-8000-000000000000").build();
    assertThatThrownBy(() -> server.calls(operator).cancelJob(request))
        .isInstanceOf(StatusRuntimeException.class);
    assertThat(server.audit("acme"))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.outcome()).isEqualTo("not_found");
              assertThat(entry.detail()).contains(request.getJobId());
            });
  }

  @Test
  void the_audit_log_has_changes_of_the_suppression_list_without_addresses() {
    var calls =
        SuppressionServiceGrpc.newBlockingStub(server.as(server.key("acme", Scope.OPERATE).text()));
    AddSuppressionRequest ada =
        AddSuppressionRequest.newBuilder()
            .setChannel("email")
            .setRecipient("ada@example.org")
            .build();
    calls.addSuppression(ada);
    calls.addSuppressions(AddSuppressionsRequest.newBuilder().addSuppressions(ada).build());
    calls.importSuppressions(
        ImportSuppressionsRequest.newBuilder()
            .setFile(ByteString.copyFromUtf8("email,ada@example.org"))
            .build());
    calls.removeSuppression(
        RemoveSuppressionRequest.newBuilder()
            .setChannel("email")
            .setRecipient("ada@example.org")
            .build());
    assertThat(server.audit("acme"))
        .extracting(AuditEntry::action)
        .containsExactlyInAnyOrder(
            "AddSuppression", "AddSuppressions", "ImportSuppressions", "RemoveSuppression");
    assertThat(server.audit("acme"))
        .extracting(entry -> String.valueOf(entry.detail()))
        .noneMatch(detail -> detail.contains("ada"))
        .anyMatch(detail -> detail.contains("email"));
  }

  private static List<MethodDescriptor<?, ?>> methods() {
    return Stream.of(
            JobServiceGrpc.getServiceDescriptor(),
            TopicServiceGrpc.getServiceDescriptor(),
            ScheduleServiceGrpc.getServiceDescriptor(),
            MessageServiceGrpc.getServiceDescriptor(),
            TemplateServiceGrpc.getServiceDescriptor(),
            SuppressionServiceGrpc.getServiceDescriptor(),
            DocumentServiceGrpc.getServiceDescriptor(),
            InsightServiceGrpc.getServiceDescriptor())
        .map(ServiceDescriptor::getMethods)
        .<MethodDescriptor<?, ?>>flatMap(Collection::stream)
        .toList();
  }

  /// The status of a call with these bytes.
  private static Status.Code ask(MethodDescriptor<?, ?> method, byte[] message, Channel channel) {
    MethodDescriptor<byte[], byte[]> raw = method.toBuilder(BYTES, BYTES).build();
    CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingServerStreamingCall(channel, raw, soon, message)
                    .forEachRemaining(_ -> {}));
    return refused == null ? Status.Code.OK : refused.getStatus().getCode();
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException broken) {
            throw new UncheckedIOException(broken);
          }
        }
      };
}
