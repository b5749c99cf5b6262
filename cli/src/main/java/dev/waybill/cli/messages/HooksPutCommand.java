package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageHook;
import dev.waybill.message.NewMessageHook;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill messages hooks put`
@Command(name = "put", description = "Create or replace a hook; print its secret if it is new.")
final class HooksPutCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the hook.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "URL", description = "The URL to call.")
  private String url = "";

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = "Signs the calls: whsec_ and Base64 (made by the server).")
  private @Nullable String secret;

  @Option(
      names = "--event",
      paramLabel = "TYPE",
      description = "An event to send, such as ProviderDelivered; repeatable (all).")
  private List<String> events = List.of();

  @Option(names = "--disabled", description = "Send nothing for now.")
  private boolean disabled;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Set<MessageEventType> types = events.stream().map(this::type).collect(Collectors.toSet());
    try (Waybill waybill = store.openOrCreate()) {
      MessageHook stored =
          waybill.messageHooks().put(name, new NewMessageHook(url, secret, types, !disabled));
      HooksShowCommand.show(stored, output);
    }
    return 0;
  }

  private MessageEventType type(String event) {
    output.require(MessageEventType.named(event).isPresent(), "there is no event " + event);
    return MessageEventType.named(event).orElseThrow();
  }
}
