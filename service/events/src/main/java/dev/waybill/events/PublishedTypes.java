package dev.waybill.events;

import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.ListJson;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The event types that were published to each topic, shared by all servers and durable. A type is
/// recorded once per topic, up to a maximum number per topic.
final class PublishedTypes {

  /// The maximum number of types per topic.
  private static final int MOST = 200;

  private static final Document<List<String>> DOCUMENT =
      ListJson.of("PublishedTypes", "Types of events.", "types", Codecs.TEXT, MOST);

  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final System.Logger LOG = System.getLogger(PublishedTypes.class.getName());

  private final Register<List<String>> register;
  private final InstantSource clock;
  private final Recent<String, Instant> pausedUntil = new Recent<>(1_000);

  PublishedTypes(Ledger ledger, InstantSource clock) {
    this.clock = clock;
    register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "topics", "types"),
            new Register.Form<>(DOCUMENT::bytes, DOCUMENT::readAnswer),
            new Register.Limit("topics with types", Limits.TOPICS, Limits.TOPIC_BYTES),
            clock);
  }

  /// Never fails: an event is published even if its type cannot be recorded. Then the types of the
  /// tenant are not recorded for some time.
  void note(String tenant, String topic, String type) {
    Instant now = clock.instant();
    if (pausedUntil.find(tenant).filter(now::isBefore).isPresent()) {
      return;
    }
    try {
      noteNow(new Register.Name(tenant, topic), type);
    } catch (WaybillException failed) {
      pausedUntil.put(tenant, now.plus(PAUSE));
      LOG.log(Level.WARNING, "cannot note types of tenant " + Text.quote(tenant), failed);
    }
  }

  private void noteNow(Register.Name name, String type) {
    List<String> known = register.known(name);
    if (known == null || (!known.contains(type) && known.size() < MOST)) {
      register.change(name, before -> with(before, type));
    }
  }

  void forget(String tenant, String topic) {
    register.change(new Register.Name(tenant, topic), _ -> null);
  }

  Set<String> of(String tenant) {
    return register.readAll().entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .flatMap(entry -> entry.getValue().stream())
        .collect(Collectors.toSet());
  }

  /// The types of a topic, sorted by name.
  List<String> of(String tenant, String topic) {
    List<String> types = register.read(new Register.Name(tenant, topic));
    return types == null ? List.of() : types;
  }

  private static List<String> with(@Nullable List<String> before, String type) {
    TreeSet<String> types = before == null ? new TreeSet<>() : new TreeSet<>(before);
    if (types.size() < MOST) {
      types.add(type);
    }
    return List.copyOf(types);
  }
}
