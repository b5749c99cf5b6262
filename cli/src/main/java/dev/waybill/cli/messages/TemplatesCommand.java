package dev.waybill.cli.messages;

import picocli.CommandLine.Command;

/// `waybill templates`
@Command(
    name = "templates",
    description = "Store, list, show, preview and delete templates of messages.",
    subcommands = {
      TemplatesPutCommand.class,
      TemplatesListCommand.class,
      TemplatesShowCommand.class,
      TemplatesPreviewCommand.class,
      TemplatesDeleteCommand.class
    })
public final class TemplatesCommand {}
