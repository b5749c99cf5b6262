package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An upload of files that the server downloads.
public final class UrlUploadJson {

  private static final int MOST = 100;

  private static final Fields<UrlUpload> FIELDS =
      Fields.of("UrlUpload", "Files that the server downloads.");
  private static final Slot.Of<List<String>> URLS =
      FIELDS.required(
          "urls",
          Codecs.list(TEXT, MOST),
          UrlUpload::urls,
          "The URLs of the files, at most 100. The name of a file is the last part of the path.");
  private static final Slot.Maybe<String> WEBHOOK =
      FIELDS.optional(
          "webhook_url",
          TEXT,
          UrlUpload::webhookUrl,
          "Where a signed webhook is sent when the job has ended.");

  public static final dev.waybill.wire.json.Document<UrlUpload> DOCUMENT =
      FIELDS.make(in -> new UrlUpload(in.get(URLS), in.get(WEBHOOK)));

  /// The body of the call.
  public record UrlUpload(List<String> urls, @Nullable String webhookUrl) {

    public UrlUpload {
      urls = List.copyOf(urls);
    }
  }

  private UrlUploadJson() {}
}
