package dev.waybill.messages.send;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.ProviderTraits;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Answers as a test tells it: `key=scripted:name`. Without a script it accepts everything. With a
/// key such as `plain` it takes no attachments.
public final class ScriptedProvider implements ProviderFactory {

  /// What one test tells its providers, and what they got.
  static final class Script {
    final Queue<HandoffResult> answers = new ConcurrentLinkedQueue<>();
    final Queue<OutgoingMessage> sent = new ConcurrentLinkedQueue<>();
    volatile Runnable duringCall = () -> {};

    private HandoffResult send(OutgoingMessage message) {
      duringCall.run();
      sent.add(message);
      HandoffResult answer = answers.poll();
      return answer == null
          ? new HandoffResult.Accepted("id-" + message.ids().attemptId(), ProviderState.ACCEPTED)
          : answer;
    }
  }

  private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();

  static Script script(String name) {
    return SCRIPTS.computeIfAbsent(name, _ -> new Script());
  }

  @Override
  public Set<String> schemes() {
    return Set.of("scripted");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    Script script = script(address.uri().getSchemeSpecificPart());
    return new MessageProvider() {
      @Override
      public String key() {
        return key;
      }

      @Override
      public ProviderTraits traits() {
        ProviderTraits traits = new ProviderTraits(Set.of("email", "sms"), true, true);
        return key.startsWith("plain") ? traits : traits.withAttachments();
      }

      @Override
      public HandoffResult send(OutgoingMessage message) {
        return script.send(message);
      }
    };
  }
}
