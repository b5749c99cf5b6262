package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.result.MessageAccepted;
import dev.waybill.wire.message.SendResultJson;
import java.io.UncheckedIOException;
import java.net.URLConnection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill send`
@Command(name = "send", description = "Send a message.")
public final class SendCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "CHANNEL",
      description = "email, sms, push, chat or webhook.")
  private String channel = "";

  @Parameters(index = "1", paramLabel = "RECIPIENT", description = "An address on that channel.")
  private String recipient = "";

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "TEXT",
      description = "The body: text, @file, or -.")
  private @Nullable String text;

  @Option(names = "--subject", paramLabel = "TEXT", description = "The subject or title.")
  private @Nullable String subject;

  @Option(
      names = "--html",
      paramLabel = "HTML",
      description = "The body as HTML: text, @file, or -.")
  private @Nullable String html;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "Send this file with the message. Repeatable.")
  private List<Path> files = List.of();

  @Option(
      names = "--tag",
      paramLabel = "NAME",
      split = ",",
      description = "Tags to find the message by.")
  private Set<String> tags = Set.of();

  @Option(names = "--campaign", paramLabel = "NAME", description = "The campaign.")
  private @Nullable String campaign;

  @Option(
      names = "--provider",
      paramLabel = "KEY",
      description = "The provider; by default the routes choose it.")
  private @Nullable String provider;

  @Option(names = "--at", paramLabel = "TIME", description = "Send it not before this time.")
  private @Nullable Instant sendAt;

  @Option(names = "--correlation-id", paramLabel = "ID", description = "The correlation ID.")
  private @Nullable String correlationId;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "An idempotency key: using it again returns the same message.")
  private @Nullable String requestId;

  @Mixin private final TemplateOptions template = new TemplateOptions();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    NewMessage message =
        NewMessage.builder(channel, recipient)
            .subject(subject)
            .body(new MessageBody(read(text), read(html)))
            .template(template.use())
            .attachments(files.stream().map(SendCommand::attachment).toList())
            .metadata(MessageMetadata.of(tags, campaign, Map.of()))
            .provider(provider)
            .sendAt(sendAt)
            .correlationId(correlationId)
            .requestId(requestId)
            .build();
    try (Waybill waybill = store.open()) {
      show(waybill.messages().send(message));
    }
    return 0;
  }

  private static Attachment attachment(Path file) {
    String name = String.valueOf(file.getFileName());
    String type = URLConnection.getFileNameMap().getContentTypeFor(name);
    try {
      return Attachment.of(
          name, type == null ? "application/octet-stream" : type, Payload.of(file));
    } catch (UncheckedIOException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot read " + file + ": " + unreadable.getCause(), unreadable);
    }
  }

  private static @Nullable String read(@Nullable String argument) {
    return argument == null ? null : TextArgument.text(argument);
  }

  private void show(MessageAccepted accepted) {
    if (output.json()) {
      output.wire(SendResultJson.DOCUMENT, accepted);
      return;
    }
    output.line("message " + accepted.messageId());
    output.note("see: waybill messages show " + accepted.messageId() + store.flags());
  }
}
