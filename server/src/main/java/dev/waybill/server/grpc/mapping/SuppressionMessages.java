package dev.waybill.server.grpc.mapping;

import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.proto.v1.AddSuppressionRequest;
import dev.waybill.proto.v1.AddSuppressionResult;
import dev.waybill.proto.v1.AddSuppressionsRequest;
import dev.waybill.proto.v1.ImportSuppressionsResponse;
import dev.waybill.proto.v1.SuppressionBadLine;
import dev.waybill.result.Refused;
import dev.waybill.result.Suppressed;
import dev.waybill.result.SuppressionResult;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.message.SuppressionImport;
import java.util.Locale;

/// Converts suppressed recipients from and to messages.
public final class SuppressionMessages {

  private SuppressionMessages() {}

  public static NewSuppression wanted(AddSuppressionRequest request) {
    return new NewSuppression(
        request.getChannel(),
        request.getRecipient(),
        reason(request.getReason()),
        request.hasExpiresAt() ? FromProto.time(request.getExpiresAt()) : null);
  }

  private static Reason reason(String word) {
    if (word.isEmpty()) {
      return Reason.MANUAL;
    }
    for (Reason reason : Reason.values()) {
      if (word(reason).equals(word)) {
        return reason;
      }
    }
    throw InvalidDocument.at(
        "/reason", "invalid_value", "must be hard_bounce, complaint or manual");
  }

  private static String word(Reason reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  public static AddSuppressionsRequest withoutAddresses(AddSuppressionsRequest request) {
    AddSuppressionsRequest.Builder hidden = request.toBuilder();
    hidden.getSuppressionsBuilderList().forEach(AddSuppressionRequest.Builder::clearRecipient);
    return hidden.build();
  }

  public static dev.waybill.proto.v1.Suppression suppression(Suppression one) {
    var made =
        dev.waybill.proto.v1.Suppression.newBuilder()
            .setChannel(one.channel())
            .setRecipient(one.recipient())
            .setReason(word(one.reason()))
            .setCreatedAt(ToProto.time(one.createdAt()));
    MessageToProto.ifSet(one.expiresAt(), at -> made.setExpiresAt(ToProto.time(at)));
    return made.build();
  }

  public static AddSuppressionResult result(SuppressionResult result) {
    AddSuppressionResult.Builder item = AddSuppressionResult.newBuilder();
    return switch (result) {
      case Suppressed(Suppression added) -> item.setAdded(suppression(added)).build();
      case Refused refused -> item.setRefused(ToProto.refusal(refused)).build();
    };
  }

  public static ImportSuppressionsResponse imported(SuppressionImport done) {
    ImportSuppressionsResponse.Builder answer =
        ImportSuppressionsResponse.newBuilder().setAdded(done.added()).setFailed(done.failed());
    done.errors().stream().map(SuppressionMessages::badLine).forEach(answer::addErrors);
    return answer.build();
  }

  private static SuppressionBadLine badLine(SuppressionImport.BadLine bad) {
    return SuppressionBadLine.newBuilder()
        .setLine(bad.line())
        .setRefused(ToProto.refusal(bad.why()))
        .build();
  }
}
