package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill keys`
@Command(
    name = "keys",
    description = "Make, list and revoke API keys, at a server or in its folder.",
    subcommands = {
      KeysCreateCommand.class,
      KeysListCommand.class,
      KeysRevokeCommand.class,
      KeysRotateTokenKeyCommand.class
    })
final class KeysCommand {}
