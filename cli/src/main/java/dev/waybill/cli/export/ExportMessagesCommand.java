package dev.waybill.cli.export;

import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.wire.json.FlatDocument;
import dev.waybill.wire.message.MessageJson;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill export messages`
@Command(
    name = "messages",
    description = {
      "Write messages to a file, newest first, with their metadata and latest states.",
      "An erased message has its states and the time of its erasure."
    })
final class ExportMessagesCommand implements Callable<Integer> {

  /// Fields with personal data, and fields that a list does not contain.
  static final Set<String> CONTENT =
      Set.of(
          "recipient",
          "subject",
          "body",
          "template",
          "attachments",
          "payload",
          "attempts",
          "events");

  @Option(names = "--channel", paramLabel = "NAME", description = "Only of this channel.")
  private @Nullable String channel;

  @Option(names = "--tag", paramLabel = "NAME", description = "Only with this tag.")
  private @Nullable String tag;

  @Option(names = "--campaign", paramLabel = "NAME", description = "Only of this campaign.")
  private @Nullable String campaign;

  @Option(
      names = "--content",
      description =
          "Write recipients, subjects, bodies, attempts and events, too. This is personal data, and"
              + " it takes one call per message.")
  private boolean content;

  @Mixin private final ExportOptions options = new ExportOptions();

  @Override
  public Integer call() {
    MessageFilter filter =
        MessageFilter.ALL
            .with(Field.CHANNEL, channel)
            .with(Field.TAG, tag)
            .with(Field.CAMPAIGN, campaign);
    return options.run(
        "messages",
        "channel=%s tag=%s campaign=%s content=%s".formatted(channel, tag, campaign, content),
        new FlatDocument<>(MessageJson.DOCUMENT, content ? Set.of() : CONTENT),
        (waybill, range) -> MessageRows.of(waybill.messages(), filter, range, content));
  }
}
