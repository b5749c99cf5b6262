package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.assertSays;
import static dev.waybill.server.grpc.Served.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.result.FieldError;
import dev.waybill.settings.Settings;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GrpcErrorsTest {

  private static final EnqueueJobRequest LARGE =
      job("resize").toBuilder().setPayload(ByteString.copyFrom(new byte[100_000])).build();

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Code.class)
  void every_code_is_in_the_trailers_and_in_the_details(Code code) throws Exception {
    StatusRuntimeException refused = GrpcErrors.of(code, "because");
    assertThat(refused.getStatus().getDescription()).isEqualTo("because");
    assertSays(refused, code);
    com.google.rpc.Status detailed = StatusProto.fromThrowable(refused);
    ErrorInfo info = Objects.requireNonNull(detailed).getDetails(0).unpack(ErrorInfo.class);
    assertThat(info.getReason()).isEqualTo(code.name());
    assertThat(info.getDomain()).isEqualTo("waybill");
    assertThat(info.getMetadataMap()).containsEntry("retryable", "" + code.isRetryable());
  }

  @Test
  void wrong_fields_are_in_the_details() throws Exception {
    FieldError error = new FieldError("/recipient", "invalid_value", "must be an address");
    StatusRuntimeException refused =
        GrpcErrors.of(new WaybillException(Code.INVALID_ARGUMENT, "wrong", List.of(error)));
    com.google.rpc.Status detailed = Objects.requireNonNull(StatusProto.fromThrowable(refused));
    assertThat(detailed.getDetails(1).unpack(BadRequest.class).getFieldViolationsList())
        .extracting(
            BadRequest.FieldViolation::getField,
            BadRequest.FieldViolation::getReason,
            BadRequest.FieldViolation::getDescription)
        .containsExactly(tuple("/recipient", "invalid_value", "must be an address"));
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void internal_details_are_not_shown(Code code) {
    String words = "nats-1.internal:4222, /var/lib/waybill, tenant acme";
    String shown =
        "" + GrpcErrors.of(new WaybillException(code, words)).getStatus().getDescription();
    boolean isOurs =
        EnumSet.of(Status.Code.INTERNAL, Status.Code.UNAVAILABLE, Status.Code.CANCELLED)
            .contains(GrpcErrors.status(code));
    assertThat(shown.contains(words)).as(code.wire()).isEqualTo(!isOurs && code != Code.DISK_FULL);
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void every_code_is_in_the_table_of_the_documentation(Code code) throws Exception {
    String row = "| `%s` | `%s` |".formatted(code.wire(), GrpcErrors.status(code));
    assertThat(Files.readString(Path.of("../docs/grpc.md"))).contains(row);
  }

  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, UNAVAILABLE",
    "THROTTLED, RESOURCE_EXHAUSTED",
    "STORE_FAILED, INTERNAL",
  })
  void unavailable_and_throttled_stores_have_other_statuses_than_a_broken_store(
      Code code, Status.Code status) {
    assertThat(GrpcErrors.status(code)).isEqualTo(status);
  }

  @Test
  @Seed("S4.18")
  void a_full_store_is_resource_exhausted_and_retryable() {
    Settings one = Settings.DEFAULT.withMaxLiveJobs(1);
    try (Served served = Served.in(folder, one, FREE_PORT)) {
      served.enqueue("resize");
      assertRefused(
          () -> served.enqueue("resize"), Status.Code.RESOURCE_EXHAUSTED, Code.STORE_FULL);
    }
  }

  @Test
  void a_payload_over_the_limit_is_resource_exhausted() {
    Settings small = Settings.DEFAULT.withMaxPayloadBytes(1_000);
    try (Served served = Served.in(folder, small, FREE_PORT)) {
      assertRefused(
          () -> served.calls.enqueueJob(LARGE),
          Status.Code.RESOURCE_EXHAUSTED,
          Code.PAYLOAD_TOO_LARGE);
    }
  }

  @Test
  void a_message_over_the_limit_of_the_server_is_refused_and_the_next_is_served() {
    try (Served served =
        Served.in(folder, Settings.DEFAULT, FREE_PORT.withMaxRequestBytes(50_000))) {
      StatusRuntimeException refused =
          catchThrowableOfType(StatusRuntimeException.class, () -> served.calls.enqueueJob(LARGE));
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(served.enqueue("resize")).isNotEmpty();
    }
  }

  @Test
  void a_store_that_was_closed_is_unavailable() {
    try (Served served = Served.in(folder)) {
      served.waybill.close();
      assertRefused(() -> served.enqueue("resize"), Status.Code.UNAVAILABLE, Code.CLOSED);
    }
  }

  @Test
  void an_unexpected_failure_is_internal_without_details() {
    Overheard overheard = new Overheard();
    overheard.before(
        "find",
        () -> {
          throw new IllegalStateException("password");
        });
    try (Served served = new Served(overheard.over(Waybill.open(folder)), FREE_PORT)) {
      GetJobRequest get = GetJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
      StatusRuntimeException refused =
          catchThrowableOfType(StatusRuntimeException.class, () -> served.calls.getJob(get));
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refused).hasMessageNotContaining("password");
    }
  }
}
