package dev.waybill.cli.messages;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.Paging;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.NewMessage;
import dev.waybill.wire.message.MessageJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill messages list`
@Command(name = "list", description = "List messages, newest first.")
final class MessagesListCommand implements Callable<Integer> {

  @Option(
      names = "--search",
      paramLabel = "WORDS",
      description =
          "Only messages with all these words in subject, body, recipient or tags; \"in quotes\""
              + " next to each other, wor* as the beginning of a word.")
  private @Nullable String words;

  @Option(names = "--channel", paramLabel = "NAME", description = "Only of this channel.")
  private @Nullable String channel;

  @Option(names = "--provider", paramLabel = "KEY", description = "Only of this provider.")
  private @Nullable String provider;

  @Option(names = "--recipient", paramLabel = "ADDRESS", description = "Only to this recipient.")
  private @Nullable String recipient;

  @Option(names = "--tag", paramLabel = "NAME", description = "Only with this tag.")
  private @Nullable String tag;

  @Option(names = "--campaign", paramLabel = "NAME", description = "Only of this campaign.")
  private @Nullable String campaign;

  @Option(
      names = "--provider-msg-id",
      paramLabel = "ID",
      description = "Only with this ID at the provider.")
  private @Nullable String providerMsgId;

  @Option(
      names = "--created-from",
      paramLabel = "TIME",
      description = "Only created at this time or later.")
  private @Nullable Instant from;

  @Option(
      names = "--created-before",
      paramLabel = "TIME",
      description = "Only created before this time.")
  private @Nullable Instant before;

  @Mixin private final Paging paging = new Paging();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    MessageFilter filter =
        MessageFilter.ALL
            .with(Field.CHANNEL, channel)
            .with(Field.PROVIDER_KEY, provider)
            .with(Field.RECIPIENT, recipient)
            .with(Field.TAG, tag)
            .with(Field.CAMPAIGN, campaign)
            .with(Field.PROVIDER_MSG_ID, providerMsgId)
            .withCreated(from, before)
            .withWords(words);
    try (Waybill waybill = store.open()) {
      Page<Message> page = waybill.messages().list(filter, paging.request());
      output.wirePage(
          "messages",
          page,
          MessageJson.PAGE,
          table(page.items(), InstantSource.system().instant()));
    }
    return 0;
  }

  private static Table table(List<Message> messages, Instant now) {
    Table table =
        Table.endingInText("ID", "CHANNEL", "HANDOFF", "PROVIDER", "AGE", "RECIPIENT", "SUBJECT");
    for (Message message : messages) {
      NewMessage request = message.content().request();
      table.row(
          message.id(),
          message.channel(),
          message.handoff().state(),
          message.provider().state(),
          DisplayText.since(message.createdAt(), now),
          request == null ? "(erased)" : request.recipient(),
          request == null ? "-" : Objects.requireNonNullElse(request.subject(), "-"));
    }
    return table;
  }
}
