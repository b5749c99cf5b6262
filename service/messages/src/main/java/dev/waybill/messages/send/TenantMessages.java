package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.base.WorkContext;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ReceiptKey;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import dev.waybill.settings.CallObserver;
import dev.waybill.settings.Limits;
import java.time.Duration;
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

  private final Waybill waybill;
  private final MessageFacts facts;
  private final MessageSearch search;
  private final SendingJobs jobs;
  private final Erasing erasing;
  private final Shared shared;
  private final Duration horizon;

  /// What the messages of all tenants share.
  ///
  /// @param retry how often a message is tried
  /// @param sends called before a tenant sends messages
  /// @param observer observes calls that send messages
  record Shared(
      ProviderRoutes routes,
      RecentContents contents,
      MessageTemplates templates,
      RetryPolicy retry,
      Consumer<String> sends,
      CallObserver observer) {}

  /// @param waybill the engine as this tenant
  /// @param horizon how far ahead a message may be scheduled
  TenantMessages(
      Waybill waybill,
      MessageFacts facts,
      MessageSearch search,
      Erasing.Shared erasing,
      Shared shared,
      Duration horizon) {
    this.waybill = waybill;
    this.facts = facts;
    this.search = search;
    this.jobs = new SendingJobs(waybill, facts);
    this.erasing = new Erasing(facts, jobs, search, erasing);
    this.shared = shared;
    this.horizon = horizon;
  }

  @Override
  public List<SendResult> sendAll(List<NewMessage> messages) {
    if (messages.size() > Limits.MESSAGES_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + Limits.MESSAGES_PER_CALL + " messages per call");
    }
    return messages.isEmpty() ? List.of() : observed(messages);
  }

  /// In a span of its own, if the observer makes one. The messages of a call have one caller.
  private List<SendResult> observed(List<NewMessage> messages) {
    NewMessage first = messages.getFirst();
    WorkContext context =
        WorkContext.current().with(Map.of("tenant_id", facts.tenant())).in(first.traceContext());
    CallObserver.Call call = shared.observer().begin("send", first.channel(), context);
    String outcome = "failed";
    try {
      List<SendResult> results =
          acceptAll(call.traceparent().map(own -> in(own, messages)).orElse(messages));
      outcome = "accepted";
      return results;
    } finally {
      call.end(outcome, outcome.equals("failed") ? outcome : null);
    }
  }

  private static List<NewMessage> in(String traceparent, List<NewMessage> messages) {
    return messages.stream()
        .map(message -> message.toBuilder().traceContext(traceparent).build())
        .toList();
  }

  private List<SendResult> acceptAll(List<NewMessage> messages) {
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
      MessageChecks.check(complete, facts.now().plus(horizon));
      shared.routes().check(facts.tenant(), complete);
      return new Prepared(id, pinned(complete), null);
    } catch (WaybillException invalid) {
      return new Prepared(id, complete, invalid.asRefusal());
    }
  }

  /// The message with the version of its template. What it says must be known to be valid now,
  /// because nobody would see the error of a sender.
  private NewMessage pinned(NewMessage message) {
    NewMessage rendered = shared.templates().rendered(facts.tenant(), message);
    MessageChecks.rendered(rendered);
    return message.toBuilder().template(rendered.template()).build();
  }

  /// A message without a request ID whose job is refused is erased: no other call can complete it.
  private Map<String, SendResult> accept(Map<String, NewMessage> fresh) {
    if (fresh.isEmpty()) {
      return Map.of();
    }
    shared.sends().accept(facts.tenant());
    Set<String> created = facts.create(fresh);
    List<NewJob> jobs = new ArrayList<>();
    fresh.forEach((id, message) -> jobs.add(new SendJob(id, 1).job(message, shared.retry())));
    fresh.forEach((id, message) -> keepIf(created.contains(id), id, message));
    List<EnqueueResult> enqueued = enqueue(jobs, created, fresh.keySet());
    Map<String, SendResult> results = new LinkedHashMap<>();
    List<String> abandoned = new ArrayList<>();
    int i = 0;
    for (Map.Entry<String, NewMessage> entry : fresh.entrySet()) {
      String id = entry.getKey();
      boolean isNew = created.contains(id);
      if (enqueued.get(i) instanceof Refused refused) {
        results.put(id, refused);
        if (isNew && entry.getValue().requestId() == null) {
          abandoned.add(id);
        }
      } else {
        results.put(id, isNew ? accepted(id, entry.getValue(), false) : known(id, entry));
      }
      i++;
    }
    if (!abandoned.isEmpty()) {
      erasing.erase(abandoned);
    }
    return results;
  }

  /// A new message may have the ID of one that has expired, whose job is still known by its request
  /// ID. Then the new job gets another request ID.
  private List<EnqueueResult> enqueue(List<NewJob> jobs, Set<String> created, Set<String> ids) {
    List<EnqueueResult> results = new ArrayList<>(waybill.enqueueAll(jobs));
    int i = 0;
    for (String id : ids) {
      if (created.contains(id)
          && results.get(i) instanceof Enqueued known
          && known.duplicate()
          && known.state().isTerminal()) {
        results.set(i, waybill.enqueueAll(List.of(renamed(jobs.get(i)))).getFirst());
      }
      i++;
    }
    return results;
  }

  private NewJob renamed(NewJob job) {
    return job.toBuilder().requestId(job.requestId() + "/" + facts.now().toEpochMilli()).build();
  }

  private void keepIf(boolean isNew, String id, NewMessage message) {
    if (isNew) {
      shared.contents().put(facts.tenant(), id, message);
    }
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
        ? facts.find(messageId).map(RecordedMessage::message)
        : Optional.empty();
  }

  @Override
  public Page<MessageEvent> events(String messageId, Page.Request page) {
    return Page.of(
        load(messageId).progress().events(),
        page,
        event -> Long.toString(event.sequence()),
        Page.BY_NUMBER);
  }

  @Override
  public Page<Message> list(MessageFilter filter, Page.Request page) {
    return search.list(filter, page);
  }

  @Override
  public Message resend(String messageId) {
    RecordedMessage message = load(messageId);
    NewMessage request = readable(message);
    if (request.channel().equals(TopicMessage.CHANNEL)) {
      throw wrongState(message, "redrive the job of its event to process it again");
    }
    int last = message.progress().attempts().getLast().number();
    if (isUnderWay(message)) {
      throw wrongState(message, "attempt " + last + " is under way");
    }
    int attempt = last + 1;
    // Each step may be repeated: a call that failed half way is completed by the next one.
    facts.record(facts.event(messageId, attempt, MessageEventType.RESEND_REQUESTED, Map.of()));
    facts.record(facts.event(messageId, attempt, MessageEventType.MESSAGE_QUEUED, Map.of()));
    NewMessage now = request.toBuilder().sendAt(null).build();
    waybill.enqueue(new SendJob(messageId, attempt).job(now, shared.retry()));
    return load(messageId).message();
  }

  /// True if a job is about to send the message. A message whose job has ended without an answer of
  /// a provider, such as after crashes, can be sent again.
  private boolean isUnderWay(RecordedMessage message) {
    return !isFinal(message)
        && jobs.find(message).filter(job -> !job.state().isTerminal()).isPresent();
  }

  private static boolean isFinal(RecordedMessage message) {
    return HandoffState.of(message.progress().handoff().state()).isFinal();
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
    facts.record(facts.event(messageId, attempt, MessageEventType.CANCEL_REQUESTED, Map.of()));
    facts.record(jobs.canceled(messageId, attempt));
    jobs.cancelJob(message);
    Message after = load(messageId).message();
    boolean started =
        after.events().stream()
            .filter(event -> event.type().equals(MessageEventType.HANDOFF_ATTEMPTED.eventName()))
            .anyMatch(event -> event.attempt() >= attempt);
    if (started) {
      throw wrongState(message, "a sender has just started attempt " + attempt);
    }
    return after;
  }

  @Override
  public ErasureReceipt erase(Erasure which) {
    return erasing.erase(which);
  }

  @Override
  public List<ReceiptKey> receiptKeys() {
    return erasing.keys();
  }

  @Override
  public String explain(String messageId) {
    RecordedMessage message = load(messageId);
    boolean paused = waybill.stats(SendJob.QUEUE).paused();
    return new Explanation(message.message(), jobs.find(message).orElse(null), paused, facts.now())
        .sentence();
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
