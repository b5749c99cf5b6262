package dev.waybill.fuzz;

import dev.waybill.documents.embed.EmbeddingAnswersTarget;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.process.ParserRecordsTarget;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// All fuzz targets by name. A target is created once, on first use.
final class Targets {

  private static final Map<String, Supplier<FuzzTarget>> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("configuration", ConfigurationTarget::new),
              Map.entry("documents", DocumentsTarget::new),
              Map.entry("embedding-answers", EmbeddingAnswersTarget::new),
              Map.entry("envelopes", EnvelopesTarget::new),
              Map.entry("file-types", FileTypesTarget::new),
              Map.entry("files-csv", () -> new FilesTarget(FileType.CSV)),
              Map.entry("files-docx", () -> new FilesTarget(FileType.DOCX)),
              Map.entry("files-eml", () -> new FilesTarget(FileType.EML)),
              Map.entry("files-html", () -> new FilesTarget(FileType.HTML)),
              Map.entry("files-markdown", () -> new FilesTarget(FileType.MARKDOWN)),
              Map.entry("files-pdf", () -> new FilesTarget(FileType.PDF)),
              Map.entry("files-pptx", () -> new FilesTarget(FileType.PPTX)),
              Map.entry("files-text", () -> new FilesTarget(FileType.TEXT)),
              Map.entry("files-xlsx", () -> new FilesTarget(FileType.XLSX)),
              Map.entry("filters", FiltersTarget::new),
              Map.entry("forms", FormsTarget::new),
              Map.entry("grpc", GrpcTarget::new),
              Map.entry("http", HttpTarget::new),
              Map.entry("jwt", JwtTarget::new),
              Map.entry("parser-records", ParserRecordsTarget::new),
              Map.entry("process-jobs", ProcessJobsTarget::new),
              Map.entry("schemas", SchemasTarget::new),
              Map.entry("timings", TimingsTarget::new),
              Map.entry("tokens", TokensTarget::new),
              Map.entry("webhooks", WebhooksTarget::new),
              Map.entry("work-bytes", WorkBytesTarget::new)));

  private Targets() {}

  static Set<String> names() {
    return ALL.keySet();
  }

  static FuzzTarget named(String name) {
    Supplier<FuzzTarget> target = ALL.get(name);
    if (target == null) {
      throw new IllegalArgumentException(
          "unknown fuzz target \"" + name + "\"; use one of " + ALL.keySet());
    }
    return target.get();
  }
}
