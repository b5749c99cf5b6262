package dev.waybill.messages.record;

import dev.waybill.Payload;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.message.Suppression;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.message.NewMessageJson;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The facts of the messages of one tenant: commands, events of the handoff, and events of the
/// provider. The ledger keeps each event once per attempt, and the latest state of both machines.
public final class MessageFacts {

  private static final int PAGE = 1_000;
  private static final int FACTS_OF_CREATION = 3;
  private static final int COMMAND_OF_CREATION = 1;
  private static final String KEY_CREATED = "KeyCreated";

  private final Ports ports;
  private final Ledger ledger;
  private final BlobStore blobs;
  private final ContentKeys keys;
  private final String tenant;
  private final InstantSource clock;
  private final SuppressionBook suppressions;

  /// What all tenants share.
  public record Ports(
      Ledger ledger,
      BlobStore blobs,
      ContentKeys keys,
      InstantSource clock,
      SuppressionBook suppressions) {

    public Ports(Ledger ledger, BlobStore blobs, ContentKeys keys, InstantSource clock) {
      this(ledger, blobs, keys, clock, new SuppressionBook(ledger, keys, clock));
    }
  }

  public MessageFacts(Ports ports, String tenant) {
    this.ports = ports;
    this.ledger = ports.ledger();
    this.blobs = ports.blobs();
    this.keys = ports.keys();
    this.tenant = tenant;
    this.clock = ports.clock();
    this.suppressions = ports.suppressions();
  }

  public ProviderReports reports() {
    return new ProviderReports(ports);
  }

  public String tenant() {
    return tenant;
  }

  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /// Stores new messages with their contents; true for those that are new.
  public List<Boolean> create(Map<String, NewMessage> messages) {
    List<Fact> facts = new ArrayList<>();
    messages.forEach((id, message) -> facts.addAll(creation(id, message)));
    List<Ledger.Answer> answers = ledger.record(facts);
    List<Boolean> created = new ArrayList<>();
    for (int i = COMMAND_OF_CREATION; i < facts.size(); i += FACTS_OF_CREATION) {
      created.add(answers.get(i) != Ledger.Answer.DUPLICATE);
    }
    return created;
  }

  /// The key comes first: a content without its key would be lost.
  private List<Fact> creation(String id, NewMessage message) {
    Instant now = now();
    byte[] key = ContentKeys.newKey();
    byte[] sealed = ContentKeys.seal(key, id, NewMessageJson.DOCUMENT.bytes(message));
    Map<String, String> details =
        new TreeMap<>(
            EventDetails.of(
                EventDetails.CHANNEL, message.channel(),
                EventDetails.CORRELATION_ID, message.correlationId(),
                EventDetails.SEND_AT, text(message.sendAt())));
    if (sealed.length <= Limits.INLINE_BYTES) {
      details.put(EventDetails.CONTENT, Base64.getEncoder().encodeToString(sealed));
    } else {
      // The name has a random part: the same message may be created twice at the same time.
      String blob = "messages/" + id + '/' + UUID.randomUUID();
      blobs.put(tenant, blob, sealed);
      details.put(EventDetails.BODY_REF, blob);
    }
    Payload wrapped = Payload.wrap(keys.wrap(tenant, id, key));
    return List.of(
        Fact.of(key(Retention.MESSAGE_KEYS, id), 1, KEY_CREATED, now, wrapped),
        fact(id, 1, MessageEventType.SEND_REQUESTED, now, details),
        fact(id, 1, MessageEventType.MESSAGE_CREATED, now, Map.of()));
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  /// An event that happens now.
  public Fact event(String id, int attempt, MessageEventType type, Map<String, String> details) {
    return fact(id, attempt, type, now(), details);
  }

  public Fact fact(
      String id, int attempt, MessageEventType type, Instant at, Map<String, String> details) {
    Payload data = EventDetails.payload(details);
    if (type.handoff().isPresent()) {
      HandoffState state = type.handoff().get();
      return Fact.of(key(Retention.HANDOFF, id), attempt, type.eventName(), at, data)
          .withState(state.word())
          .withRank(state.rank(), state.precedence());
    }
    if (type.provider().isPresent()) {
      ProviderState state = type.provider().get();
      return Fact.of(key(Retention.PROVIDER, id), attempt, type.eventName(), at, data)
          .withState(state.word())
          .withRank(state.rank(), state.precedence());
    }
    return Fact.of(key(Retention.COMMANDS, id), attempt, type.eventName(), at, data);
  }

  /// Records events. The recipient of a hard bounce or a complaint is suppressed first, so that a
  /// crash in between loses nothing.
  public List<Ledger.Answer> record(Fact... facts) {
    for (Fact fact : facts) {
      suppressionReason(fact).ifPresent(reason -> suppress(fact, reason));
    }
    return ledger.record(List.of(facts));
  }

  /// Why the recipient of a message gets none; empty if it may be sent.
  public Optional<Suppression> suppression(NewMessage message) {
    return suppressions.check(tenant, message.channel(), message.recipient());
  }

  private static Optional<Suppression.Reason> suppressionReason(Fact fact) {
    if (fact.type().equals(MessageEventType.PROVIDER_COMPLAINT.eventName())) {
      return Optional.of(Suppression.Reason.COMPLAINT);
    }
    boolean bounced = fact.type().equals(MessageEventType.PROVIDER_BOUNCED.eventName());
    return bounced && !EventDetails.SOFT.equals(bounceType(fact))
        ? Optional.of(Suppression.Reason.HARD_BOUNCE)
        : Optional.empty();
  }

  private static @Nullable String bounceType(Fact fact) {
    return EventDetails.read(fact.data()).get(EventDetails.BOUNCE_TYPE);
  }

  private void suppress(Fact fact, Suppression.Reason reason) {
    NewMessage message = find(fact.key().id()).map(RecordedMessage::request).orElse(null);
    if (message != null) {
      suppressions.report(
          tenant, new Suppression(message.channel(), message.recipient(), reason, fact.at(), null));
    }
  }

  /// The latest state of the handoff; empty if there is no such message.
  public Optional<Fact.Latest> handoff(String id) {
    return ledger.latest(List.of(key(Retention.HANDOFF, id))).stream().findFirst();
  }

  /// The latest state of the provider; empty if it has reported nothing.
  public Optional<Fact.Latest> provider(String id) {
    return ledger.latest(List.of(key(Retention.PROVIDER, id))).stream().findFirst();
  }

  /// The latest states of both machines of many messages.
  public List<Fact.Latest> latest(List<String> ids) {
    List<LedgerKey> both = new ArrayList<>();
    for (String id : ids) {
      both.add(key(Retention.HANDOFF, id));
      both.add(key(Retention.PROVIDER, id));
    }
    return ledger.latest(both);
  }

  public Optional<RecordedMessage> find(String id) {
    List<Fact.Recorded> commands = history(Retention.COMMANDS, id);
    List<Fact.Recorded> facts = new ArrayList<>(commands);
    facts.addAll(history(Retention.HANDOFF, id));
    facts.addAll(history(Retention.PROVIDER, id));
    return RecordedMessage.of(id, facts, details -> content(id, details));
  }

  /// What was asked to be sent; null once the message is erased.
  private @Nullable NewMessage content(String id, Map<String, String> details) {
    List<Fact.Recorded> key = history(Retention.MESSAGE_KEYS, id);
    byte[] sealed = sealed(details);
    if (key.isEmpty() || sealed == null) {
      return null;
    }
    byte[] wrapped = key.getFirst().fact().data().bytesWithoutCopy();
    byte[] content = ContentKeys.open(keys.unwrap(tenant, id, wrapped), id, sealed);
    return NewMessageJson.DOCUMENT.readAnswer(content);
  }

  private byte @Nullable [] sealed(Map<String, String> details) {
    String inline = details.get(EventDetails.CONTENT);
    if (inline != null) {
      return Base64.getDecoder().decode(inline);
    }
    String blob = details.get(EventDetails.BODY_REF);
    return blob == null ? null : blobs.get(tenant, blob).orElse(null);
  }

  /// Deletes the key of the content for good, and the content itself if it is a blob.
  public void destroyContent(String id) {
    for (Fact.Recorded key : history(Retention.MESSAGE_KEYS, id)) {
      ledger.delete(key(Retention.MESSAGE_KEYS, id), key.position());
    }
    for (Fact.Recorded command : history(Retention.COMMANDS, id)) {
      String blob = EventDetails.read(command.fact().data()).get(EventDetails.BODY_REF);
      if (blob != null) {
        blobs.delete(tenant, blob);
      }
    }
  }

  private LedgerKey key(String kind, String id) {
    return new LedgerKey(tenant, kind, id);
  }

  private List<Fact.Recorded> history(String kind, String id) {
    List<Fact.Recorded> all = new ArrayList<>();
    List<Fact.Recorded> page;
    do {
      long after = all.isEmpty() ? 0 : all.getLast().position();
      page = ledger.history(key(kind, id), after, PAGE);
      all.addAll(page);
    } while (page.size() == PAGE);
    return all;
  }
}
