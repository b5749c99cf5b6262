package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertInvalidFields;
import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.waybill.Code;
import dev.waybill.proto.v1.AddSuppressionRequest;
import dev.waybill.proto.v1.AddSuppressionResult;
import dev.waybill.proto.v1.AddSuppressionsRequest;
import dev.waybill.proto.v1.ExportSuppressionsRequest;
import dev.waybill.proto.v1.GetSuppressionRequest;
import dev.waybill.proto.v1.ImportSuppressionsRequest;
import dev.waybill.proto.v1.ImportSuppressionsResponse;
import dev.waybill.proto.v1.InvalidField;
import dev.waybill.proto.v1.ListSuppressionsRequest;
import dev.waybill.proto.v1.ListSuppressionsResponse;
import dev.waybill.proto.v1.RemoveSuppressionRequest;
import dev.waybill.proto.v1.Suppression;
import dev.waybill.proto.v1.SuppressionServiceGrpc;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressionCallsTest {

  private static final AddSuppressionRequest ADA =
      AddSuppressionRequest.newBuilder()
          .setChannel("email")
          .setRecipient("ada@example.org")
          .build();

  @TempDir Path folder;
  private Served served;
  private SuppressionServiceGrpc.SuppressionServiceBlockingStub calls;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    calls = SuppressionServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void a_recipient_is_suppressed_and_removed() {
    Timestamp later = Timestamp.newBuilder().setSeconds(32_503_680_000L).build();
    Suppression added =
        calls
            .addSuppression(ADA.toBuilder().setReason("complaint").setExpiresAt(later).build())
            .getSuppression();
    assertThat(added.getReason()).isEqualTo("complaint");
    assertThat(added.getExpiresAt()).isEqualTo(later);
    assertThat(added.hasCreatedAt()).isTrue();
    assertThat(get("ADA@example.org")).isEqualTo(added);
    RemoveSuppressionRequest remove =
        RemoveSuppressionRequest.newBuilder()
            .setChannel("email")
            .setRecipient("ada@example.org")
            .build();
    calls.removeSuppression(remove);
    assertRefused(() -> get("ada@example.org"), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    assertRefused(() -> calls.removeSuppression(remove), Status.Code.NOT_FOUND, Code.NOT_FOUND);
  }

  @Test
  void a_refusal_names_the_wrong_field() throws Exception {
    Timestamp past = Timestamp.newBuilder().setSeconds(1).build();
    assertInvalidFields(
        () -> calls.addSuppression(ADA.toBuilder().setRecipient("nobody").build()), "/recipient");
    assertInvalidFields(
        () -> calls.addSuppression(ADA.toBuilder().setReason("bored").build()), "/reason");
    assertInvalidFields(
        () -> calls.addSuppression(ADA.toBuilder().setExpiresAt(past).build()), "/expires_at");
  }

  @Test
  void each_recipient_of_a_call_has_its_own_answer() {
    AddSuppressionsRequest three =
        AddSuppressionsRequest.newBuilder()
            .addSuppressions(ADA.toBuilder().setReason("bored"))
            .addSuppressions(ADA)
            .addSuppressions(ADA.toBuilder().setRecipient("nobody"))
            .build();
    List<AddSuppressionResult> results = calls.addSuppressions(three).getResultsList();
    assertThat(results).hasSize(3);
    assertThat(results.get(0).getRefused().getErrorsList())
        .extracting(InvalidField::getPointer)
        .containsExactly("/reason");
    assertThat(results.get(1).getAdded().getReason()).isEqualTo("manual");
    assertThat(results.get(2).getRefused().getErrorsList())
        .extracting(InvalidField::getPointer)
        .containsExactly("/recipient");
    AddSuppressionsRequest.Builder many = AddSuppressionsRequest.newBuilder();
    for (int i = 0; i < 1_001; i++) {
      many.addSuppressions(ADA);
    }
    assertRefused(
        () -> calls.addSuppressions(many.build()),
        Status.Code.INVALID_ARGUMENT,
        Code.TOO_MANY_ITEMS);
  }

  @Test
  void an_import_adds_valid_lines_and_names_the_others() {
    ImportSuppressionsResponse done =
        load(
            bytes(
                """
                channel,recipient,reason,expires_at
                email,ada@example.org,complaint,
                email,nobody,,
                {"channel": "sms", "recipient": "+4366412345"}
                """));
    assertThat(done.getAdded()).isEqualTo(2);
    assertThat(done.getFailed()).isEqualTo(1);
    assertThat(done.getErrors(0).getLine()).isEqualTo(3);
    assertThat(done.getErrors(0).getRefused().getCode()).isEqualTo("invalid_argument");
    assertThat(get("ada@example.org").getReason()).isEqualTo("complaint");
    assertRefused(
        () -> load(ByteString.copyFrom(new byte[] {'e', (byte) 0xff})),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  @Test
  void an_export_streams_everything_in_the_order_of_the_list() {
    assertThat(exported()).isEmpty();
    StringBuilder file = new StringBuilder();
    for (int i = 0; i < 2_500; i++) {
      file.append("email,ada").append(i).append("@example.org\n");
    }
    assertThat(load(bytes(file.toString())).getAdded()).isEqualTo(2_500);
    List<Suppression> all = exported();
    assertThat(all).doesNotHaveDuplicates().hasSize(2_500).isEqualTo(listed());
  }

  private List<Suppression> exported() {
    List<Suppression> all = new ArrayList<>();
    calls
        .exportSuppressions(ExportSuppressionsRequest.getDefaultInstance())
        .forEachRemaining(one -> all.add(one.getSuppression()));
    return all;
  }

  private List<Suppression> listed() {
    List<Suppression> all = new ArrayList<>();
    ListSuppressionsRequest.Builder ask = ListSuppressionsRequest.newBuilder().setPageSize(1_000);
    do {
      ListSuppressionsResponse page = calls.listSuppressions(ask.build());
      all.addAll(page.getSuppressionsList());
      ask.setPageToken(page.getNextPageToken());
    } while (!ask.getPageToken().isEmpty());
    return all;
  }

  private ImportSuppressionsResponse load(ByteString file) {
    return calls.importSuppressions(ImportSuppressionsRequest.newBuilder().setFile(file).build());
  }

  private Suppression get(String recipient) {
    return calls
        .getSuppression(
            GetSuppressionRequest.newBuilder().setChannel("email").setRecipient(recipient).build())
        .getSuppression();
  }
}
