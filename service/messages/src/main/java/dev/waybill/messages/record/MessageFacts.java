package dev.waybill.messages.record;

import static java.util.stream.Collectors.toSet;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.WorkContext;
import dev.waybill.message.Attachment;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.message.Suppression;
import dev.waybill.message.TopicMessage;
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
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The facts of the messages of one tenant: commands, events of the handoff, and events of the
/// provider. The ledger keeps each event once per attempt, and the latest state of both machines.
public final class MessageFacts {

  private static final int PAGE = 1_000;
  private static final int SENDING = HandoffState.SENDING.rank();
  private static final String KEY_CREATED = "KeyCreated";

  private final Ports ports;
  private final Ledger ledger;
  private final MessageBlobs blobs;
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
    this.blobs = new MessageBlobs(ports.blobs(), tenant);
    this.keys = ports.keys();
    this.tenant = tenant;
    this.clock = ports.clock();
    this.suppressions = ports.suppressions();
  }

  public ProviderReports reports() {
    return new ProviderReports(ports);
  }

  public RecipientBook recipients() {
    return new RecipientBook(ledger, keys, tenant);
  }

  public String tenant() {
    return tenant;
  }

  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /// Stores new messages with their contents; returns the IDs of those that are new. A message on a
  /// topic is `created`, and `queued` when a queue has its event; all others are `queued` at once.
  public Set<String> create(Map<String, NewMessage> messages) {
    Map<String, NewMessage> unknown = new LinkedHashMap<>(messages);
    known(messages).forEach(unknown::remove);
    try {
      return created(unknown);
    } catch (RuntimeException failed) {
      abandon(unknown, failed);
      throw failed;
    }
  }

  /// Destroys the contents of messages whose call fails, if nobody can complete it: it can be
  /// repeated with a request ID, and messages on topics are repaired.
  private void abandon(Map<String, NewMessage> messages, RuntimeException failed) {
    try {
      messages.forEach(
          (id, message) -> {
            if (message.requestId() == null && !message.channel().equals(TopicMessage.CHANNEL)) {
              destroyContent(id);
            }
          });
    } catch (RuntimeException too) {
      failed.addSuppressed(too);
    }
  }

  private Set<String> created(Map<String, NewMessage> messages) {
    List<Fact> facts = new ArrayList<>();
    contentKeys(messages)
        .forEach(
            (id, key) -> facts.addAll(creation(id, Objects.requireNonNull(messages.get(id)), key)));
    List<Ledger.Answer> answers = facts.isEmpty() ? List.of() : ledger.record(facts);
    MessageLog.recorded(ledger, facts, answers);
    Set<String> created = new HashSet<>();
    for (int i = 0; i < facts.size(); i++) {
      String id = facts.get(i).key().id();
      boolean command = facts.get(i).key().kind().equals(Retention.COMMANDS);
      if (command && answers.get(i) != Ledger.Answer.DUPLICATE) {
        created.add(id);
      } else if (created.contains(id) && answers.get(i) == Ledger.Answer.STALE) {
        deleteBeforeCreation(id);
      }
    }
    return created;
  }

  /// Deletes events of an expired message with the same ID that have not expired yet.
  private void deleteBeforeCreation(String id) {
    history(Retention.HANDOFF, id).stream()
        .filter(one -> one.fact().type().equals(MessageEventType.MESSAGE_CREATED.eventName()))
        .mapToLong(created -> created.position() - 1)
        .forEach(
            position -> {
              ledger.delete(key(Retention.HANDOFF, id), position);
              ledger.delete(key(Retention.PROVIDER, id), position);
            });
  }

  /// The messages that exist. An ID without a request ID is random, so it need not be looked up.
  private Set<String> known(Map<String, NewMessage> messages) {
    List<LedgerKey> asked =
        messages.entrySet().stream()
            .filter(entry -> entry.getValue().requestId() != null)
            .map(entry -> key(Retention.COMMANDS, entry.getKey()))
            .toList();
    return asked.isEmpty()
        ? Set.of()
        : ledger.latest(asked).stream().map(found -> found.key().id()).collect(toSet());
  }

  /// Stores a new key for each message before anything is encrypted with it. If there is one, such
  /// as from a call that failed half way, that one is used. Lists the messages of their recipients
  /// as well: a message that is not listed could not be erased with the others.
  private Map<String, byte[]> contentKeys(Map<String, NewMessage> messages) {
    Map<String, byte[]> fresh = new LinkedHashMap<>();
    List<Fact> facts = new ArrayList<>();
    for (String id : messages.keySet()) {
      byte[] key = ContentKeys.newKey();
      fresh.put(id, key);
      Payload wrapped = Payload.wrap(keys.wrap(tenant, id, key));
      facts.add(Fact.of(key(Retention.MESSAGE_KEYS, id), 1, KEY_CREATED, now(), wrapped));
    }
    messages.forEach((id, message) -> recipients().fact(id, message, now()).ifPresent(facts::add));
    List<Ledger.Answer> answers = facts.isEmpty() ? List.of() : ledger.record(facts);
    for (int i = 0; i < messages.size(); i++) {
      if (answers.get(i) == Ledger.Answer.DUPLICATE) {
        String id = facts.get(i).key().id();
        storedKey(id).ifPresent(stored -> fresh.put(id, stored));
      }
    }
    return fresh;
  }

  private Optional<byte[]> storedKey(String id) {
    return history(Retention.MESSAGE_KEYS, id).stream()
        .findFirst()
        .map(fact -> unwrapped(id, fact.fact().data()));
  }

  private byte[] unwrapped(String id, Payload wrapped) {
    return keys.unwrap(tenant, id, wrapped.bytesWithoutCopy());
  }

  /// The message is queued before its job exists: a sender may be done with it right after that.
  private List<Fact> creation(String id, NewMessage message, byte[] key) {
    Instant now = now();
    Map<String, String> details =
        new TreeMap<>(
            EventDetails.of(
                EventDetails.CHANNEL, message.channel(),
                EventDetails.CORRELATION_ID, message.correlationId(),
                EventDetails.SEND_AT, text(message.sendAt()),
                EventDetails.TRACE_ID, WorkContext.traceId(message.traceContext())));
    details.putAll(stored(id, message, key));
    Map<String, String> origin =
        EventDetails.of(
            EventDetails.CHANNEL, message.channel(),
            EventDetails.TRACE_ID, WorkContext.traceId(message.traceContext()));
    List<Fact> facts = new ArrayList<>();
    facts.add(fact(id, 1, MessageEventType.SEND_REQUESTED, now, details));
    facts.add(fact(id, 1, MessageEventType.MESSAGE_CREATED, now, traced(origin, message)));
    if (!message.channel().equals(TopicMessage.CHANNEL)) {
      facts.add(fact(id, 1, MessageEventType.MESSAGE_QUEUED, now, origin));
    }
    return facts;
  }

  /// Stores what is large as a blob. Returns the rest, and where the blob is.
  private Map<String, String> stored(String id, NewMessage message, byte[] key) {
    SealedPart content = SealedPart.content(id, NewMessageJson.STORED.bytes(message));
    boolean small = content.sealedSize() <= Limits.INLINE_BYTES;
    List<SealedPart> large = new ArrayList<>(small ? List.of() : List.of(content));
    int number = 0;
    for (Attachment attachment : message.attachments()) {
      number++;
      large.add(SealedPart.attachment(id, number, attachment.content()));
    }
    if (!large.isEmpty()) {
      blobs.put(id, large, key);
    }
    return small
        ? Map.of(EventDetails.CONTENT, Base64.getEncoder().encodeToString(content.seal(key)))
        : Map.of(
            EventDetails.BODY_REF, MessageBlobs.name(id),
            EventDetails.BODY_BYTES, Integer.toString(content.sealedSize()));
  }

  private static Map<String, String> traced(Map<String, String> origin, NewMessage message) {
    Map<String, String> traced = EventDetails.of(EventDetails.TRACEPARENT, message.traceContext());
    traced.putAll(origin);
    return traced;
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
    Payload data = EventDetails.payload(withIds(id, attempt, type, details));
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

  /// With the ID of an attempt that has started, and of the trace that the current thread works
  /// for.
  private static Map<String, String> withIds(
      String id, int attempt, MessageEventType type, Map<String, String> details) {
    Map<String, String> all = new TreeMap<>(details);
    boolean waits = type.handoff().filter(state -> state.rank() < SENDING).isPresent();
    if (!waits && (type.handoff().isPresent() || type.provider().isPresent())) {
      all.computeIfAbsent(EventDetails.ATTEMPT_ID, _ -> AttemptId.of(id, attempt));
    }
    String trace = WorkContext.current().ids().get(EventDetails.TRACE_ID);
    if (trace != null) {
      all.putIfAbsent(EventDetails.TRACE_ID, trace);
    }
    return all;
  }

  /// Records events. The recipient of a hard bounce or a complaint is suppressed first, so that a
  /// crash in between loses nothing.
  public List<Ledger.Answer> record(Fact... facts) {
    for (Fact fact : facts) {
      suppressionReason(fact).ifPresent(reason -> suppress(fact, reason));
    }
    List<Ledger.Answer> answers = ledger.record(List.of(facts));
    MessageLog.recorded(ledger, List.of(facts), answers);
    return answers;
  }

  /// Why the recipient of a message gets none; empty if it may be sent.
  public Optional<Suppression> suppression(NewMessage message) {
    return suppressions.check(tenant, message.channel(), message.recipient());
  }

  /// Deletes the address of the recipient from the suppression list; returns the channels on which
  /// the recipient stays suppressed.
  ///
  /// @param channel null for every channel
  public List<String> eraseSuppressed(@Nullable String channel, String recipient) {
    return suppressions.eraseAddress(tenant, channel, recipient);
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
    if (message != null && !message.channel().equals(TopicMessage.CHANNEL)) {
      suppressions.report(
          tenant, new Suppression(message.channel(), message.recipient(), reason, fact.at(), null));
    }
  }

  /// The latest state of the handoff; empty if there is no such message.
  public Optional<Fact.Latest> handoff(String id) {
    return ledger.latest(List.of(key(Retention.HANDOFF, id))).stream().findFirst();
  }

  /// As [#handoff], of many messages.
  public Map<String, Fact.Latest> handoffs(Collection<String> ids) {
    Map<String, Fact.Latest> found = new LinkedHashMap<>();
    List<LedgerKey> asked = ids.stream().map(id -> key(Retention.HANDOFF, id)).toList();
    ledger.latest(asked).forEach(latest -> found.put(latest.key().id(), latest));
    return found;
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

  /// What was asked to be sent; empty if there is no such message, or it is erased.
  public Optional<NewMessage> request(String id) {
    return history(Retention.COMMANDS, id).stream()
        .map(Fact.Recorded::fact)
        .filter(fact -> fact.type().equals(MessageEventType.SEND_REQUESTED.eventName()))
        .findFirst()
        .map(fact -> content(id, EventDetails.read(fact.data())));
  }

  /// What was asked to be sent, from the details of the command; null once the message is erased.
  private @Nullable NewMessage content(String id, Map<String, String> details) {
    return content(id, details, storedKey(id));
  }

  /// The same, for readers of the ledger that have already read the fact of the key.
  public @Nullable NewMessage content(
      String id, Map<String, String> details, @Nullable Payload wrappedKey) {
    return wrappedKey == null
        ? content(id, details)
        : content(id, details, Optional.of(unwrapped(id, wrappedKey)));
  }

  private @Nullable NewMessage content(
      String id, Map<String, String> details, Optional<byte[]> key) {
    long bytes = Long.parseLong(details.getOrDefault(EventDetails.BODY_BYTES, "0"));
    byte[] sealed = sealed(id, details, bytes);
    if (key.isEmpty() || sealed == null) {
      return null;
    }
    SealedPart place = SealedPart.content(id, sealed);
    NewMessage stored = NewMessageJson.STORED.readAnswer(place.open(key.get(), sealed));
    return blobs.withAttachments(stored, id, key.get(), bytes);
  }

  /// @param bytes of the content, if it is in the blob
  private byte @Nullable [] sealed(String id, Map<String, String> details, long bytes) {
    String inline = details.get(EventDetails.CONTENT);
    if (inline != null) {
      return Base64.getDecoder().decode(inline);
    }
    return details.containsKey(EventDetails.BODY_REF)
        ? blobs.content(id, bytes).orElse(null)
        : null;
  }

  /// Deletes the key of the content and the attachments for good, and their blob.
  public void destroyContent(String id) {
    ledger.delete(key(Retention.MESSAGE_KEYS, id), Long.MAX_VALUE);
    deleteBlob(id);
  }

  /// Deletes a message that has expired, with its content and its events.
  public void delete(String id) {
    readable(id).ifPresent(message -> recipients().delete(id, message));
    destroyContent(id);
    for (String kind : List.of(Retention.COMMANDS, Retention.HANDOFF, Retention.PROVIDER)) {
      ledger.delete(key(kind, id), Long.MAX_VALUE);
    }
  }

  /// Empty also if the content is damaged: that must not keep a message from being deleted.
  private Optional<NewMessage> readable(String id) {
    try {
      return request(id);
    } catch (WaybillException damaged) {
      if (damaged.code() != Code.CORRUPT) {
        throw damaged;
      }
      return Optional.empty();
    }
  }

  /// Deletes the blob of a message that has expired.
  public void deleteBlob(String id) {
    blobs.delete(id);
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
