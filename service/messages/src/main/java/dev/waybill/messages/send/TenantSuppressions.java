package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppressions;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.SuppressionBook;
import dev.waybill.result.Suppressed;
import dev.waybill.result.SuppressionResult;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The suppression list of one tenant.
final class TenantSuppressions implements Suppressions {

  private final SuppressionBook book;
  private final MessageFacts facts;
  private final String tenant;

  TenantSuppressions(SuppressionBook book, MessageFacts facts) {
    this.book = book;
    this.facts = facts;
    this.tenant = facts.tenant();
  }

  @Override
  public List<SuppressionResult> addAll(List<NewSuppression> recipients) {
    if (recipients.size() > Limits.SUPPRESSIONS_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + Limits.SUPPRESSIONS_PER_CALL + " recipients per call");
    }
    Instant now = facts.now();
    List<SuppressionResult> results = recipients.stream().map(one -> checked(one, now)).toList();
    List<Suppression> valid = new ArrayList<>();
    for (SuppressionResult result : results) {
      if (result instanceof Suppressed(Suppression suppression)) {
        valid.add(suppression);
      }
    }
    if (!valid.isEmpty()) {
      book.add(tenant, valid);
    }
    return results;
  }

  private static SuppressionResult checked(NewSuppression one, Instant now) {
    try {
      MessageChecks.address(one.channel(), one.recipient());
      if (one.expiresAt() != null && !one.expiresAt().isAfter(now)) {
        throw MessageChecks.wrong("/expires_at", "must be in the future");
      }
      return new Suppressed(
          new Suppression(one.channel(), one.recipient(), one.reason(), now, one.expiresAt()));
    } catch (WaybillException invalid) {
      return invalid.asRefusal();
    }
  }

  @Override
  public Optional<Suppression> find(String channel, String recipient) {
    return book.find(tenant, channel, recipient);
  }

  @Override
  public boolean remove(String channel, String recipient) {
    return book.remove(tenant, channel, recipient);
  }

  @Override
  public Page<Suppression> list(Page.Request page) {
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    return book.list(tenant, page);
  }
}
