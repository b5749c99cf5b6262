package dev.waybill.messages.hooks;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.base.Recent;
import dev.waybill.engine.register.Register;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Refused;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Follows the facts of the ledger and makes a job for each event and each hook that wants it.
///
/// Its position is a fact, which is stored after the jobs. After a crash some events are read
/// again; their jobs have the same request IDs, so there is one job per event and hook. Several
/// servers may follow the same facts for the same reason.
final class HookFeed {

  private static final LedgerKey POSITION = new LedgerKey(Tenants.SYSTEM, "msg.hook_feed", "all");
  private static final Set<String> KINDS = Set.of(Retention.HANDOFF, Retention.PROVIDER);
  private static final int PAGE = 500;
  private static final int ORIGINS = 10_000;

  private final Waybill waybill;
  private final Ledger ledger;
  private final HookBook book;
  private final InstantSource clock;
  private final Recent<LedgerKey, Map<String, String>> origins = new Recent<>(ORIGINS);
  private long passed;

  /// @param waybill enqueues the jobs of services
  HookFeed(Waybill waybill, Ledger ledger, HookBook book, InstantSource clock) {
    this.waybill = waybill;
    this.ledger = ledger;
    this.book = book;
    this.clock = clock;
  }

  /// One step; whether there may be more to do.
  boolean step() {
    Map<Register.Name, StoredHook> hooks = book.all();
    if (hooks.isEmpty()) {
      return false;
    }
    Optional<Fact.Latest> saved = ledger.latest(List.of(POSITION)).stream().findFirst();
    long since = hooks.values().stream().mapToLong(StoredHook::since).min().orElse(0);
    long from = Math.max(Math.max(saved.map(HookFeed::position).orElse(0L), since), passed);
    List<Fact.Recorded> facts = ledger.tail(from, PAGE);
    Map<String, List<NewJob>> jobs = jobs(facts, hooks);
    jobs.forEach(this::enqueue);
    if (!facts.isEmpty()) {
      passed = facts.getLast().position();
      save(saved, !jobs.isEmpty());
    }
    return facts.size() == PAGE;
  }

  private static long position(Fact.Latest saved) {
    return Long.parseLong(saved.data().text());
  }

  private Map<String, List<NewJob>> jobs(
      List<Fact.Recorded> facts, Map<Register.Name, StoredHook> hooks) {
    Map<String, List<NewJob>> jobs = new LinkedHashMap<>();
    for (Fact.Recorded recorded : facts) {
      LedgerKey key = recorded.fact().key();
      if (KINDS.contains(key.kind())) {
        hooks.forEach(
            (name, hook) -> {
              if (name.tenant().equals(key.tenant()) && wants(hook, recorded)) {
                jobs.computeIfAbsent(key.tenant(), _ -> new ArrayList<>())
                    .add(job(name.name(), recorded));
              }
            });
      }
    }
    return jobs;
  }

  private static boolean wants(StoredHook hook, Fact.Recorded recorded) {
    return MessageEventType.named(recorded.fact().type())
        .filter(type -> hook.wants(type, recorded.position()))
        .isPresent();
  }

  private NewJob job(String hook, Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    String eventId =
        DerivedId.of(
            "message-event", fact.key().id(), Integer.toString(fact.attempt()), fact.type());
    return new HookJob(hook, eventId, HookBody.of(recorded, origin(fact))).job(null);
  }

  /// What the first event of the message says: channel and trace.
  private Map<String, String> origin(Fact fact) {
    LedgerKey key = new LedgerKey(fact.key().tenant(), Retention.HANDOFF, fact.key().id());
    return origins.get(
        key,
        () ->
            ledger.history(key, 0, 1).stream()
                .findFirst()
                .map(first -> EventDetails.read(first.fact().data()))
                .orElse(Map.of()));
  }

  /// A refused job, such as one over a quota, is tried again by the next step.
  private void enqueue(String tenant, List<NewJob> jobs) {
    for (EnqueueResult result : waybill.tenant(tenant).enqueueAll(jobs)) {
      if (result instanceof Refused refused) {
        throw refused.asException();
      }
    }
  }

  /// Not for each page: the position is a fact, too, and must not follow itself.
  private void save(Optional<Fact.Latest> saved, boolean sent) {
    long before = saved.map(HookFeed::position).orElse(0L);
    if (!sent && passed - before < PAGE) {
      return;
    }
    int number = saved.map(Fact.Latest::attempt).orElse(0) + 1;
    Payload position = Payload.of(Long.toString(passed));
    var _ = ledger.record(List.of(Fact.of(POSITION, number, "read", clock.instant(), position)));
    saved.ifPresent(old -> ledger.delete(POSITION, old.position()));
  }
}
