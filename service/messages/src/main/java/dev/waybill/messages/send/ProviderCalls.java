package dev.waybill.messages.send;

import dev.waybill.base.WorkContext;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.settings.CallObserver;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Calls providers, and tells the observer of each call.
record ProviderCalls(CallObserver observer, AttachmentMemory memory) {

  static final String OPERATION = "handoff";

  ProviderCalls(CallObserver observer) {
    this(observer, new AttachmentMemory());
  }

  HandoffResult send(MessageProvider provider, OutgoingMessage message)
      throws InterruptedException {
    return memory.during(message, () -> observed(provider, message));
  }

  private HandoffResult observed(MessageProvider provider, OutgoingMessage message)
      throws InterruptedException {
    OutgoingMessage.Ids ids = message.ids();
    WorkContext context =
        WorkContext.current()
            .with(MessageIds.forLog(ids.tenant(), ids.messageId(), ids.attempt()))
            .with(Map.of("channel", message.channel(), "provider_key", provider.key()));
    CallObserver.Call call = observer.begin(OPERATION, provider.key(), context);
    @Nullable HandoffResult result = null;
    try {
      result = context.in(call.traceparent().orElse(null)).call(() -> provider.send(message));
      return result;
    } finally {
      call.end(word(result), result instanceof HandoffResult.NotAccepted not ? not.code() : null);
    }
  }

  private static String word(@Nullable HandoffResult result) {
    return switch (result) {
      case null -> "failed";
      case HandoffResult.Accepted _ -> "accepted";
      case HandoffResult.Refused _ -> "refused";
      case HandoffResult.Retryable _ -> "retryable";
      case HandoffResult.Ambiguous _ -> "ambiguous";
    };
  }
}
