package dev.waybill.messages.provider;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.provider.LookupResult.Reported;
import dev.waybill.messages.provider.LookupResult.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks a vendor for the states of messages, with as few requests as its API allows and no faster
/// than it allows.
///
/// A request that fails does not fail the others, unless the vendor is down, busy or refuses the
/// caller: then nothing is asked for a while.
final class Lookups {

  /// How many messages are looked up in a row if each needs a request.
  static final int IN_A_ROW = 25;

  static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private static final int UNKNOWN = 404;
  private static final Set<Integer> DENIED = Set.of(401, 403);
  private static final Set<Integer> BUSY = Set.of(408, 425, 429, 503);

  private final VendorApi api;
  private final Vendor.Lookup lookup;
  private volatile Instant next = Instant.MIN;

  Lookups(VendorApi api, Vendor.Lookup lookup) {
    this.api = api;
    this.lookup = lookup;
  }

  /// How many messages to ask for at a time.
  int batch() {
    boolean oneRequest = lookup.perRequest() > 1 || lookup.interval().isPositive();
    return oneRequest ? lookup.perRequest() : IN_A_ROW;
  }

  /// How long the vendor must not be asked; not positive if it can be asked now.
  Duration pause() {
    return Duration.between(api.now(), next);
  }

  /// One result for each message.
  Map<String, LookupResult> ask(List<String> ids) throws InterruptedException {
    Map<String, LookupResult> results = new HashMap<>();
    @Nullable Unavailable stopped = null;
    for (int from = 0; from < ids.size(); from += lookup.perRequest()) {
      List<String> some = ids.subList(from, Math.min(ids.size(), from + lookup.perRequest()));
      if (stopped == null) {
        HttpOutcome outcome = call(some);
        results.putAll(read(some, outcome));
        stopped = stopped(outcome);
      } else {
        results.putAll(same(some, stopped));
      }
    }
    return results;
  }

  private HttpOutcome call(List<String> ids) throws InterruptedException {
    next = api.now().plus(lookup.interval());
    return api.call(lookup.request(ids));
  }

  private Map<String, LookupResult> read(List<String> ids, HttpOutcome outcome) {
    return switch (outcome) {
      case HttpOutcome.Answered answer when answer.isGood() -> reported(ids, answer);
      case HttpOutcome.Answered answer when answer.status() == UNKNOWN ->
          same(ids, Reported.NOTHING);
      case HttpOutcome.Answered answer -> same(ids, failed(answer));
      case HttpOutcome.Failed failed -> same(ids, new Unavailable(failed.error(), AFTER_FAILURE));
    };
  }

  private Map<String, LookupResult> reported(List<String> ids, HttpOutcome.Answered answer) {
    JsonNode json = VendorJson.read(answer.body().bytes());
    if (!json.isObject()) {
      return same(ids, new Unavailable("its answer is no JSON object", AFTER_FAILURE));
    }
    Map<String, List<ProviderReport>> known =
        lookup.reports(json, api.now()).stream()
            .collect(Collectors.groupingBy(ProviderReport::providerMsgId));
    Map<String, LookupResult> results = new HashMap<>();
    ids.forEach(id -> results.put(id, new Reported(known.getOrDefault(id, List.of()))));
    return results;
  }

  private static Unavailable failed(HttpOutcome.Answered answer) {
    String error = "it answered " + answer.status();
    if (answer.retryAfter() != null) {
      return new Unavailable(error, answer.retryAfter());
    }
    boolean later = answer.status() >= 500 || BUSY.contains(answer.status());
    return new Unavailable(error, later ? AFTER_FAILURE : null);
  }

  private static Map<String, LookupResult> same(List<String> ids, LookupResult result) {
    Map<String, LookupResult> results = new HashMap<>();
    ids.forEach(id -> results.put(id, result));
    return results;
  }

  /// Why no further request makes sense now; null if one does.
  private @Nullable Unavailable stopped(HttpOutcome outcome) {
    @Nullable Unavailable why =
        switch (outcome) {
          case HttpOutcome.Answered answer
              when DENIED.contains(answer.status()) || BUSY.contains(answer.status()) ->
              failed(answer);
          case HttpOutcome.Answered _ -> null;
          case HttpOutcome.Failed failed -> new Unavailable(failed.error(), AFTER_FAILURE);
        };
    if (why != null) {
      next = api.now().plus(why.after() == null ? AFTER_FAILURE : why.after());
    }
    return why;
  }
}
