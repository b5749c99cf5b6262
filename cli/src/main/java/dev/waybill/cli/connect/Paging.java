package dev.waybill.cli.connect;

import dev.waybill.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of one page of a list.
public final class Paging {

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of results (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "The cursor of the next page.")
  private @Nullable String cursor;

  public Page.Request request() {
    return new Page.Request(limit, cursor);
  }
}
