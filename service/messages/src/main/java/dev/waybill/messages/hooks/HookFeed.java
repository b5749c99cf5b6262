package dev.waybill.messages.hooks;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.base.Recent;
import dev.waybill.engine.register.Register;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.result.Refused;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Follows the facts of the ledger and makes a job for each event and each hook that wants it.
///
/// Its position is a fact, which is stored after the jobs. After a crash some events are read
/// again; their jobs have the same request IDs, so there is one job per event and hook. Several
/// servers may follow the same facts for the same reason.
final class HookFeed {

  private static final System.Logger LOG = System.getLogger(HookFeed.class.getName());
  private static final LedgerKey POSITION = new LedgerKey(Tenants.SYSTEM, "msg.hook_feed", "all");
  private static final Set<String> KINDS = Set.of(Retention.HANDOFF, Retention.PROVIDER);
  private static final int PAGE = 500;
  private static final int ORIGINS = 10_000;

  private final Waybill waybill;
  private final Ledger ledger;
  private final HookBook book;
  private final InstantSource clock;
  private final Recent<LedgerKey, Map<String, String>> origins = new Recent<>(ORIGINS);

  /// Tenants whose jobs were refused, with the position after which they go on.
  private final Map<String, Long> behind = new TreeMap<>();

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
    jobs.forEach((tenant, some) -> enqueueOrRemember(tenant, some, from));
    passed = facts.isEmpty() ? passed : facts.getLast().position();
    boolean caughtUp = catchUp(hooks);
    if (!facts.isEmpty() || caughtUp) {
      save(saved, !jobs.isEmpty());
    }
    return facts.size() == PAGE;
  }

  /// A tenant whose jobs are refused, such as over a quota, does not stop the others.
  private void enqueueOrRemember(String tenant, List<NewJob> jobs, long from) {
    if (!behind.containsKey(tenant) && !isEnqueued(tenant, jobs)) {
      behind.put(tenant, from);
      LOG.log(
          Level.WARNING, "the hooks of tenant {0} wait: their jobs are refused for now", tenant);
    }
  }

  /// Reads again what tenants have missed; true if one of them went on.
  private boolean catchUp(Map<Register.Name, StoredHook> hooks) {
    boolean moved = false;
    for (String tenant : List.copyOf(behind.keySet())) {
      List<Fact.Recorded> missed = ledger.tail(behind.getOrDefault(tenant, passed), PAGE);
      List<NewJob> jobs = jobs(missed, hooks).getOrDefault(tenant, List.of());
      if (isEnqueued(tenant, jobs)) {
        moved = true;
        long reached = missed.isEmpty() ? passed : missed.getLast().position();
        behind.put(tenant, reached);
        behind.values().removeIf(position -> position >= passed);
      }
    }
    return moved;
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
    Map<String, String> origin = origin(fact);
    return new HookJob(hook, eventId, recorded.position(), HookBody.of(recorded, origin))
        .job(origin.get(EventDetails.TRACEPARENT));
  }

  /// The details of the first event of the message: channel and trace.
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

  /// A request ID that belongs to another job is that of an older version of the same event.
  private boolean isEnqueued(String tenant, List<NewJob> jobs) {
    return jobs.isEmpty()
        || waybill.tenant(tenant).enqueueAll(jobs).stream()
            .allMatch(
                result ->
                    !(result instanceof Refused refused)
                        || refused.code() == Code.REQUEST_ID_CONFLICT);
  }

  /// Not for each page: the position is a fact, too, and must not follow itself.
  private void save(Optional<Fact.Latest> saved, boolean sent) {
    long before = saved.map(HookFeed::position).orElse(0L);
    long safe = behind.values().stream().reduce(passed, Math::min);
    if (safe <= before || (!sent && safe - before < PAGE)) {
      return;
    }
    int number = saved.map(Fact.Latest::attempt).orElse(0) + 1;
    Payload position = Payload.of(Long.toString(safe));
    var _ = ledger.record(List.of(Fact.of(POSITION, number, "read", clock.instant(), position)));
    saved.ifPresent(old -> ledger.delete(POSITION, old.position()));
  }
}
