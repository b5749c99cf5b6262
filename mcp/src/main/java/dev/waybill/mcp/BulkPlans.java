package dev.waybill.mcp;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Sha256;
import dev.waybill.service.BulkWalk;
import dev.waybill.settings.Limits;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/// Plans bulk changes of a tenant, and checks plans before they are applied. A plan holds
/// everything that is needed to check it, so any server on the same store can apply it.
final class BulkPlans {

  static final Duration VALID = Duration.ofMinutes(10);

  private static final long MOST = 100_000;

  private final String tenant;
  private final InstantSource clock;

  BulkPlans(String tenant, InstantSource clock) {
    this.tenant = tenant;
    this.clock = clock;
  }

  BulkPlan plan(Waybill waybill, BulkWalk.Request request) {
    Instant expires = clock.instant().plus(VALID).truncatedTo(ChronoUnit.SECONDS);
    return planned(waybill, request, expires);
  }

  /// Refuses a plan that has expired, was edited, or no longer matches the same jobs.
  void check(Waybill waybill, BulkPlan plan) {
    Instant now = clock.instant();
    if (!now.isBefore(plan.expiresAt()) || plan.expiresAt().isAfter(now.plus(VALID))) {
      throw refused("the plan has expired");
    }
    if (!planned(waybill, plan.request(), plan.expiresAt()).equals(plan)) {
      throw refused("the plan was edited, or other jobs match now");
    }
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.WRONG_STATE, why + "; nothing was changed: make a new plan");
  }

  private BulkPlan planned(Waybill waybill, BulkWalk.Request request, Instant expires) {
    MessageDigest digest = Sha256.digest();
    add(digest, tenant);
    add(digest, new String(BulkPlan.REQUEST.bytes(request), StandardCharsets.UTF_8));
    add(digest, expires.toString());
    long matching = addMatching(digest, waybill, request);
    return new BulkPlan(request, matching, expires, HexFormat.of().formatHex(digest.digest()));
  }

  private static long addMatching(MessageDigest digest, Waybill waybill, BulkWalk.Request request) {
    if (request.filter().states().isEmpty()) {
      return 0;
    }
    Page.Request next = Page.Request.first(Limits.PAGE_SIZE);
    long count = 0;
    while (true) {
      Page<Job> page = waybill.list(request.filter(), next);
      page.items().forEach(job -> add(digest, job.id().toString()));
      count += page.items().size();
      if (page.nextCursor() == null) {
        return count;
      }
      if (count >= MOST) {
        throw new WaybillException(
            Code.TOO_MANY_ITEMS, "more than " + MOST + " jobs match: narrow the filter");
      }
      next = next.next(page.nextCursor());
    }
  }

  private static void add(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
