package dev.waybill.cli.documents;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.wire.document.SearchJson;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill search`
@Command(name = "search", description = "Find passages in documents by words and by meaning.")
public final class SearchCommand implements Callable<Integer> {

  @Parameters(paramLabel = "WORDS", arity = "1..*", description = "The question, or words to find.")
  private List<String> words = List.of();

  @Option(names = "--session", paramLabel = "ID", description = "Only in this session.")
  private @Nullable String session;

  @Option(names = "--type", paramLabel = "TYPE", description = "Only in files of this type: pdf.")
  private Set<String> types = Set.of();

  @Option(
      names = "--document",
      paramLabel = "ID",
      description = "Only in this document; may be repeated.")
  private Set<String> documents = Set.of();

  @Option(
      names = "--created-from",
      paramLabel = "TIME",
      description = "Only in documents uploaded at this time or later.")
  private @Nullable Instant from;

  @Option(
      names = "--created-before",
      paramLabel = "TIME",
      description = "Only in documents uploaded before this time.")
  private @Nullable Instant before;

  @Option(names = "--limit", paramLabel = "N", description = "At most this many passages (10).")
  private int limit = DocumentQuery.DEFAULT_LIMIT;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    DocumentQuery query =
        DocumentQuery.of(String.join(" ", words))
            .inSession(session)
            .withTypes(types)
            .withDocuments(documents)
            .withCreated(from, before)
            .withLimit(limit);
    try (Waybill waybill = store.openServer()) {
      Page<FoundPassage> found = waybill.documents().search(query);
      if (output.json()) {
        output.wire(SearchJson.ANSWER, found);
      } else {
        show(found.items());
        if (found.incomplete()) {
          output.note("the index is being filled: passages may be missing");
        }
      }
    }
    return 0;
  }

  private void show(List<FoundPassage> found) {
    if (found.isEmpty()) {
      output.line("nothing found");
    }
    for (FoundPassage passage : found) {
      String page = passage.page() == 0 ? "" : ", page " + passage.page();
      String headings =
          passage.headings().isEmpty() ? "" : ", " + String.join(" > ", passage.headings());
      output.line(output.shown(passage.source().name() + page + headings));
      output.line("  " + output.shown(passage.text().replaceAll("\\s+", " ")));
    }
  }
}
