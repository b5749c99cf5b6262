package dev.waybill.cli;

import picocli.CommandLine.Command;

/// `waybill keys`
@Command(
    name = "keys",
    description = "Make, list and revoke API keys, on a folder that no server has open.",
    subcommands = {KeysCreateCommand.class, KeysListCommand.class, KeysRevokeCommand.class})
final class KeysCommand {}
