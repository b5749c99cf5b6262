package dev.waybill.wire.document;

import static dev.waybill.wire.json.Codecs.DECIMAL;
import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.count;

import dev.waybill.Page;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.document.FoundPassage.Range;
import dev.waybill.document.FoundPassage.Source;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// A search in documents and its answer.
public final class SearchJson {

  private static final Fields<DocumentQuery> QUERY =
      Fields.of("DocumentQuery", "A question to the documents.");
  private static final Slot.Of<String> TEXT_OF_QUERY =
      QUERY.text("query", DocumentQuery::text, "The question, or words to find.");
  private static final Slot.Maybe<String> SESSION =
      QUERY.optional(
          "session_id",
          TEXT,
          DocumentQuery::session,
          "Only in this session; default is every one.");
  private static final Slot.Of<Integer> LIMIT =
      QUERY.or(
          DocumentQuery.DEFAULT_LIMIT,
          "limit",
          count(1, DocumentQuery.MAX_LIMIT),
          DocumentQuery::limit,
          "The largest number of passages; 10 by default.");
  private static final Slot.Of<List<String>> DOCUMENTS =
      QUERY.some(
          "document_ids",
          TEXT,
          DocumentQuery.FILTER_VALUES,
          query -> sorted(query.documents()),
          "Only in these documents.");
  private static final Slot.Of<List<String>> TYPES =
      QUERY.some(
          "file_types",
          TEXT,
          DocumentQuery.FILTER_VALUES,
          query -> sorted(query.types()),
          "Only in files of these types, such as `pdf`.");
  private static final Slot.Maybe<Instant> FROM =
      QUERY.optional(
          "created_from", TIME, DocumentQuery::createdFrom, "Uploaded at this time or later.");
  private static final Slot.Maybe<Instant> BEFORE =
      QUERY.optional(
          "created_before", TIME, DocumentQuery::createdBefore, "Uploaded before this time.");

  public static final dev.waybill.wire.json.Document<DocumentQuery> DOCUMENT =
      QUERY.make(SearchJson::query);

  private static final Fields<Range> RANGE = Fields.of("TextRange", "Characters of a text.");
  private static final Slot.Count START = RANGE.count("start", Range::start, "The first one.");
  private static final Slot.Count END = RANGE.count("end", Range::end, "After the last one.");
  private static final dev.waybill.wire.json.Document<Range> RANGE_DOCUMENT =
      RANGE.make(in -> new Range(in.get(START), in.get(END)));

  private static final Fields<FoundPassage> PASSAGE =
      Fields.of("FoundPassage", "A passage that answers a query.");
  private static final Slot.Of<String> DOCUMENT_ID =
      PASSAGE.text("document_id", hit -> hit.source().documentId(), "The document.");
  private static final Slot.Of<String> SESSION_ID =
      PASSAGE.text("session_id", hit -> hit.source().session(), "The session of the document.");
  private static final Slot.Of<String> NAME =
      PASSAGE.text("name", hit -> hit.source().name(), "Name of the file.");
  private static final Slot.Of<String> TYPE =
      PASSAGE.text("file_type", hit -> hit.source().type(), "Type of the file.");
  private static final Slot.Count PAGE_NUMBER =
      PASSAGE.count(
          "page", FoundPassage::page, "Where the passage begins; 0 in a file without pages.");
  private static final Slot.Of<List<String>> HEADINGS =
      PASSAGE.some(
          "headings",
          TEXT,
          Integer.MAX_VALUE,
          FoundPassage::headings,
          "Headings above the passage, from the outermost.");
  private static final Slot.Of<String> TEXT_OF_PASSAGE =
      PASSAGE.text("text", FoundPassage::text, "The passage.");
  private static final Slot.Of<Double> SCORE =
      PASSAGE.required(
          "score", DECIMAL, FoundPassage::score, "Higher is better; only within one answer.");
  private static final Slot.Of<List<Range>> HIGHLIGHTS =
      PASSAGE.required(
          "highlights",
          Codecs.list(RANGE_DOCUMENT, Integer.MAX_VALUE),
          FoundPassage::highlights,
          "Parts of the text that match words of the query.");

  public static final dev.waybill.wire.json.Document<Page<FoundPassage>> ANSWER = answer();

  private SearchJson() {}

  private static dev.waybill.wire.json.Document<Page<FoundPassage>> answer() {
    Fields<Page<FoundPassage>> fields = Fields.of("FoundPassages", "The best passages first.");
    var items =
        fields.required(
            "items",
            Codecs.list(PASSAGE.make(SearchJson::passage), DocumentQuery.MAX_LIMIT),
            Page::items,
            "The passages.");
    var incomplete =
        fields.optional(
            "incomplete",
            FLAG,
            page -> page.incomplete() ? true : null,
            "True if passages may be missing, because the index is being filled or documents are"
                + " embedded again.");
    return fields.make(in -> new Page<>(in.get(items), null, in.get(incomplete, false)));
  }

  private static List<String> sorted(Set<String> values) {
    return values.stream().sorted().toList();
  }

  private static DocumentQuery query(Values in) {
    return DocumentQuery.of(in.get(TEXT_OF_QUERY))
        .inSession(in.get(SESSION))
        .withLimit(in.get(LIMIT))
        .withDocuments(Set.copyOf(in.get(DOCUMENTS)))
        .withTypes(Set.copyOf(in.get(TYPES)))
        .withCreated(in.get(FROM), in.get(BEFORE));
  }

  private static FoundPassage passage(Values in) {
    return new FoundPassage(
        new Source(in.get(DOCUMENT_ID), in.get(SESSION_ID), in.get(NAME), in.get(TYPE)),
        in.get(TEXT_OF_PASSAGE),
        in.get(PAGE_NUMBER),
        in.get(HEADINGS),
        in.get(SCORE),
        in.get(HIGHLIGHTS));
  }
}
