package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill keys`
@Command(
    name = "keys",
    description = "Create, list and revoke API keys, on a server or in a data directory.",
    subcommands = {
      KeysCreateCommand.class,
      KeysListCommand.class,
      KeysRevokeCommand.class,
      KeysRotateTokenKeyCommand.class
    })
final class KeysCommand {}
