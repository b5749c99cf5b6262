package dev.waybill.cli.admin;

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
public final class KeysCommand {}
