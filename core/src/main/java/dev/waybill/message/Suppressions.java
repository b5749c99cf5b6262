package dev.waybill.message;

import dev.waybill.Page;
import dev.waybill.result.Refused;
import dev.waybill.result.Suppressed;
import dev.waybill.result.SuppressionResult;
import java.util.List;
import java.util.Optional;

/// The recipients that get no messages. A sender looks here before it hands a message to a
/// provider.
///
/// Hard bounces and complaints that providers report are added by themselves. The case of an e-mail
/// address does not matter.
public interface Suppressions {

  /// Adds recipients, or replaces reason and expiry of those that are there; one answer each, in
  /// order. Takes effect on other servers within about a second.
  List<SuppressionResult> addAll(List<NewSuppression> recipients);

  /// Adds a recipient; throws if it is refused.
  default Suppression add(NewSuppression recipient) {
    return switch (addAll(List.of(recipient)).getFirst()) {
      case Suppressed(Suppression added) -> added;
      case Refused refused -> throw refused.asException();
    };
  }

  /// Empty if the recipient may get messages.
  Optional<Suppression> find(String channel, String recipient);

  /// Returns false if the recipient was not suppressed.
  boolean remove(String channel, String recipient);

  /// In the order in which recipients were first added.
  Page<Suppression> list(Page.Request page);
}
