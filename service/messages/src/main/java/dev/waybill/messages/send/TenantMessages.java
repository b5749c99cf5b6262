package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The messages of one tenant.
final class TenantMessages implements Messages {

  /// A provider that is down for a few hours costs no message.
  static final RetryPolicy RETRY = RetryPolicy.DEFAULT.withMaxErrors(10);

  private final Waybill waybill;
  private final MessageFacts facts;
  private final MessageSearch search;
  private final Shared shared;

  /// What the messages of all tenants share.
  ///
  /// @param topics finds a message that was published on a topic
  /// @param sends called before a tenant sends messages
  /// @param erased called after a message was erased
  record Shared(
      ProviderRoutes routes,
      RecentContents contents,
      MessageTemplates templates,
      MessageSending.TopicMessageFinder topics,
      Consumer<String> sends,
      Runnable erased) {}

  /// @param waybill the engine as this tenant
  TenantMessages(Waybill waybill, MessageFacts facts, MessageSearch search, Shared shared) {
    this.waybill = waybill;
    this.facts = facts;
    this.search = search;
    this.shared = shared;
  }

  @Override
  public List<SendResult> sendAll(List<NewMessage> messages) {
    if (messages.size() > Limits.MESSAGES_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + Limits.MESSAGES_PER_CALL + " messages per call");
    }
    List<Prepared> prepared = messages.stream().map(this::prepare).toList();
    Map<String, NewMessage> fresh = new LinkedHashMap<>();
    for (Prepared one : prepared) {
      if (one.refused() == null) {
        fresh.putIfAbsent(one.id(), one.message());
      }
    }
    Map<String, SendResult> results = accept(fresh);
    List<SendResult> answers = new ArrayList<>();
    Set<String> answered = new HashSet<>();
    for (Prepared one : prepared) {
      answers.add(
          one.refused() == null
              ? answer(one, !answered.add(one.id()), fresh, results)
              : one.refused());
    }
    return answers;
  }

  /// @param refused why the message is not accepted; null if it is valid
  private record Prepared(String id, NewMessage message, @Nullable Refused refused) {}

  private Prepared prepare(NewMessage message) {
    String id = MessageIds.of(facts.tenant(), message.requestId());
    NewMessage complete =
        message.toBuilder()
            .correlationId(MessageIds.correlation(id, message.correlationId()))
            .build();
    try {
      MessageChecks.check(complete, facts.now());
      shared.routes().check(facts.tenant(), complete);
      return new Prepared(id, pinned(complete), null);
    } catch (WaybillException invalid) {
      return new Prepared(
          id, complete, new Refused(invalid.code(), String.valueOf(invalid.getMessage())));
    }
  }

  /// The message with the version of its template. What it says must be known to be valid now,
  /// because nobody would see the error of a sender.
  private NewMessage pinned(NewMessage message) {
    NewMessage rendered = shared.templates().rendered(facts.tenant(), message);
    MessageChecks.rendered(rendered);
    return message.toBuilder().template(rendered.template()).build();
  }

  private Map<String, SendResult> accept(Map<String, NewMessage> fresh) {
    if (fresh.isEmpty()) {
      return Map.of();
    }
    shared.sends().accept(facts.tenant());
    List<Boolean> created = facts.create(fresh);
    List<NewJob> jobs = new ArrayList<>();
    fresh.forEach((id, message) -> jobs.add(new SendJob(id, 1).job(message, RETRY)));
    fresh.forEach((id, message) -> shared.contents().put(facts.tenant(), id, message));
    List<EnqueueResult> enqueued = waybill.enqueueAll(jobs);
    List<Fact> queued = new ArrayList<>();
    Map<String, SendResult> results = new LinkedHashMap<>();
    int i = 0;
    for (Map.Entry<String, NewMessage> entry : fresh.entrySet()) {
      String id = entry.getKey();
      boolean isNew = created.get(i);
      if (enqueued.get(i) instanceof Refused refused) {
        results.put(id, refused);
      } else {
        queued.add(facts.event(id, 1, MessageEventType.MESSAGE_QUEUED, Map.of()));
        results.put(id, isNew ? accepted(id, entry.getValue(), false) : known(id, entry));
      }
      i++;
    }
    if (!queued.isEmpty()) {
      facts.record(queued.toArray(Fact[]::new));
    }
    return results;
  }

  private static MessageAccepted accepted(String id, NewMessage message, boolean duplicate) {
    return new MessageAccepted(id, String.valueOf(message.correlationId()), duplicate);
  }

  /// A request ID that came before: the same message, or a conflict.
  private SendResult known(String id, Map.Entry<String, NewMessage> asked) {
    NewMessage before = facts.find(id).map(RecordedMessage::request).orElse(null);
    return before == null || before.equals(comparable(asked.getValue(), before))
        ? accepted(id, asked.getValue(), true)
        : conflict(asked.getValue());
  }

  /// The newest version of the template may have changed since.
  private static NewMessage comparable(NewMessage message, NewMessage before) {
    TemplateUse use = message.template();
    Integer version = before.template() == null ? null : before.template().version();
    return message.toBuilder()
        .traceContext(null)
        .template(use == null || version == null ? use : use.withVersion(version))
        .build();
  }

  private static Refused conflict(NewMessage message) {
    return new Refused(
        Code.REQUEST_ID_CONFLICT,
        "request ID "
            + Text.quote(String.valueOf(message.requestId()))
            + " belongs to another message; use a new one");
  }

  /// The answer for one of several messages in a call that have the same request ID, too.
  private static SendResult answer(
      Prepared one,
      boolean isRepeated,
      Map<String, NewMessage> fresh,
      Map<String, SendResult> results) {
    SendResult result = results.get(one.id());
    if (result == null || !one.message().equals(fresh.get(one.id()))) {
      return conflict(one.message());
    }
    return result instanceof MessageAccepted && isRepeated
        ? accepted(one.id(), one.message(), true)
        : result;
  }

  @Override
  public Optional<Message> find(String messageId) {
    return MessageIds.isPossible(messageId)
        ? facts
            .find(messageId)
            .map(RecordedMessage::message)
            .or(() -> shared.topics().find(facts.tenant(), messageId))
        : Optional.empty();
  }

  @Override
  public Page<Message> list(MessageFilter filter, Page.Request page) {
    return search.list(filter, page);
  }

  @Override
  public Message resend(String messageId) {
    RecordedMessage message = load(messageId);
    NewMessage request = readable(message);
    int last = message.progress().attempts().getLast().number();
    if (!HandoffState.of(message.progress().handoff().state()).isFinal()) {
      throw wrongState(message, "attempt " + last + " is under way");
    }
    int attempt = last + 1;
    Ledger.Answer answer =
        facts
            .record(facts.event(messageId, attempt, MessageEventType.RESEND_REQUESTED, Map.of()))
            .getFirst();
    if (answer == Ledger.Answer.DUPLICATE) {
      throw wrongState(message, "somebody else has asked for attempt " + attempt);
    }
    facts.record(facts.event(messageId, attempt, MessageEventType.MESSAGE_QUEUED, Map.of()));
    NewMessage now = request.toBuilder().sendAt(null).build();
    waybill.enqueue(new SendJob(messageId, attempt).job(now, RETRY));
    return load(messageId).message();
  }

  @Override
  public Message cancel(String messageId) {
    RecordedMessage message = load(messageId);
    int attempt = message.progress().attempts().getLast().number();
    boolean waits =
        HandoffState.of(message.progress().handoff().state()).rank() < HandoffState.SENDING.rank();
    if (!waits) {
      throw wrongState(message, "it is " + message.progress().handoff().state());
    }
    facts.record(
        facts.event(messageId, attempt, MessageEventType.CANCEL_REQUESTED, Map.of()),
        facts.event(
            messageId,
            attempt,
            MessageEventType.MESSAGE_CANCELED,
            Map.of("error", "canceled", "error_code", "canceled")));
    cancelJob(messageId, attempt);
    Message after = load(messageId).message();
    if (!after.handoff().state().equals(HandoffState.FAILED.word())) {
      throw wrongState(message, "it is " + after.handoff().state());
    }
    return after;
  }

  /// The job would find the message canceled; without it, nothing waits for a distant time.
  private void cancelJob(String messageId, int attempt) {
    JobFilter own = JobFilter.ALL.withRequestId(SendJob.requestId(messageId, attempt));
    waybill.list(own, Page.Request.first(1)).items().forEach(job -> waybill.cancel(job.id()));
  }

  @Override
  public Message erase(String messageId) {
    RecordedMessage message = load(messageId);
    int attempt = message.progress().attempts().getLast().number();
    shared.contents().forget(facts.tenant(), messageId);
    facts.record(facts.event(messageId, attempt, MessageEventType.MESSAGE_ERASED, Map.of()));
    facts.destroyContent(messageId);
    search.erase(messageId);
    shared.erased().run();
    return load(messageId).message();
  }

  @Override
  public String explain(String messageId) {
    return Explanation.of(find(messageId).orElseThrow(() -> notFound(messageId)), facts.now());
  }

  private RecordedMessage load(String messageId) {
    return Optional.of(messageId)
        .filter(MessageIds::isPossible)
        .flatMap(facts::find)
        .orElseThrow(() -> notFound(messageId));
  }

  private static NewMessage readable(RecordedMessage message) {
    if (message.request() == null) {
      throw wrongState(message, "it is erased");
    }
    return message.request();
  }

  private static WaybillException notFound(String messageId) {
    return new WaybillException(Code.NOT_FOUND, "there is no message " + Text.quote(messageId));
  }

  private static WaybillException wrongState(RecordedMessage message, String why) {
    return new WaybillException(Code.WRONG_STATE, "message " + message.id() + ": " + why);
  }
}
